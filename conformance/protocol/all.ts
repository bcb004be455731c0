import type { ProtocolCheck } from '../check/family.ts';
import { chargeAlike } from './account/alike.ts';
import { balanceChecks } from './account/balance.ts';
import { inPlaceChecks } from './account/in-place.ts';
import { keyChecks } from './account/keys.ts';
import { modelChargeChecks } from './account/model-charges.ts';
import { recordBalanceChecks } from './account/record-balance.ts';
import { recordRowChecks } from './account/record-rows.ts';
import { recordTotalChecks } from './account/record-totals.ts';
import { recordWindowChecks } from './account/record-windows.ts';
import { statedChargeChecks } from './account/stated-charges.ts';
import { tierChargeChecks } from './account/tier-charges.ts';
import { listedChecks } from './catalogs/listed.ts';
import { modelChecks } from './catalogs/models.ts';
import { priceChecks } from './catalogs/prices.ts';
import { symbolsPriced } from './catalogs/symbol-prices.ts';
import { symbolsFiltered } from './catalogs/symbols.ts';
import { bodyChecks } from './challenge/body.ts';
import { carrierChecks } from './challenge/headers.ts';
import { offerChecks } from './challenge/offers.ts';
import { characterChecks } from './http/characters.ts';
import { documentChecks } from './http/documents.ts';
import { oversizedChecks } from './http/oversized.ts';
import { pathChecks } from './http/paths.ts';
import { acceptedChecks } from './payment/accepted.ts';
import { batchChecks } from './payment/batches.ts';
import { failureChecks } from './payment/failure.ts';
import { settledForServed } from './payment/for-served.ts';
import { freeCalls } from './payment/free-calls.ts';
import { fundsChecks } from './payment/funds.ts';
import { identifierChecks } from './payment/identifiers.ts';
import { receiptChecks } from './payment/receipt.ts';
import { replayElsewhere } from './payment/replay-elsewhere.ts';
import { replayRaced } from './payment/replay-raced.ts';
import { replayChecks } from './payment/replay.ts';
import { settlementChecks } from './payment/settlement.ts';
import { rateChecks } from './quotes/rates.ts';
import { requestChecks } from './quotes/requests.ts';
import { everyFlawChecks } from './rejected/everywhere.ts';
import { formatChecks } from './rejected/formats.ts';
import { rejectedIdentity } from './rejected/identity.ts';
import { flawChecks } from './rejected/refusal.ts';
import { unsignedPartChecks } from './rejected/unsigned-parts.ts';

/** Every rule of the protocol that the suite can check; the spec names the same ids. */
export const protocolChecks: readonly ProtocolCheck[] = [
  chargeAlike,
  ...balanceChecks,
  ...keyChecks,
  ...inPlaceChecks,
  ...modelChargeChecks,
  ...recordBalanceChecks,
  ...recordRowChecks,
  ...recordTotalChecks,
  ...recordWindowChecks,
  ...statedChargeChecks,
  ...tierChargeChecks,
  ...listedChecks,
  ...modelChecks,
  ...priceChecks,
  symbolsFiltered,
  symbolsPriced,
  ...bodyChecks,
  ...carrierChecks,
  ...offerChecks,
  ...characterChecks,
  ...documentChecks,
  ...oversizedChecks,
  ...pathChecks,
  ...acceptedChecks,
  ...batchChecks,
  settledForServed,
  ...failureChecks,
  freeCalls,
  ...fundsChecks,
  ...identifierChecks,
  ...receiptChecks,
  replayElsewhere,
  replayRaced,
  ...replayChecks,
  ...settlementChecks,
  ...rateChecks,
  ...requestChecks,
  ...everyFlawChecks,
  ...flawChecks,
  ...formatChecks,
  rejectedIdentity,
  ...unsignedPartChecks,
];
