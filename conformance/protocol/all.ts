import type { ProtocolCheck } from '../check/family.ts';
import { acceptedChecks } from './accepted/index.ts';
import { accountChecks } from './account/index.ts';
import { batchChecks } from './batches/index.ts';
import { boundedChecks } from './bounded/index.ts';
import { catalogChecks } from './catalogs/index.ts';
import { bodyChecks } from './challenge/body-rules.ts';
import { carrierChecks } from './challenge/carriers.ts';
import { offerChecks } from './challenge/offer-rules.ts';
import { unpaidChecks } from './challenge/unpaid-checks.ts';
import { failureChecks } from './failure/index.ts';
import { fundsChecks } from './funds/index.ts';
import { httpChecks } from './http/index.ts';
import { quoteChecks } from './quotes/index.ts';
import { receiptChecks } from './receipt/index.ts';
import { everyFlawChecks } from './rejected/everywhere.ts';
import { flawChecks } from './rejected/flaw-checks.ts';
import { identityCheck } from './rejected/identity.ts';
import { unsignedPartChecks } from './rejected/unsigned-parts.ts';
import { replayChecks } from './replay/index.ts';
import { settlementChecks } from './settlement/index.ts';

/** Every rule of the protocol that the suite can check; the spec names the same ids. */
export const protocolChecks: readonly ProtocolCheck[] = [
  ...acceptedChecks,
  ...accountChecks,
  ...batchChecks,
  ...boundedChecks,
  ...catalogChecks,
  ...unpaidChecks,
  ...bodyChecks,
  ...offerChecks,
  ...carrierChecks,
  ...failureChecks,
  ...fundsChecks,
  ...httpChecks,
  ...quoteChecks,
  ...receiptChecks,
  ...flawChecks,
  ...everyFlawChecks,
  identityCheck,
  ...unsignedPartChecks,
  ...replayChecks,
  ...settlementChecks,
];
