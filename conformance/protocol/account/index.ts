import type { ProtocolCheck } from '../../check/family.ts';
import { balanceCovers } from './account.balance.covers.ts';
import { balanceEmpty } from './account.balance.empty.ts';
import { chargeAlike } from './account.charge.alike.ts';
import { chargeAsQuoted } from './account.charge.as-quoted.ts';
import { chargeCached } from './account.charge.cached.ts';
import { chargeFree } from './account.charge.free.ts';
import { inProportion } from './account.charge.in-proportion.ts';
import { longThreshold } from './account.charge.long-threshold.ts';
import { chargeModels } from './account.charge.models.ts';
import { chargeOnce } from './account.charge.once.ts';
import { chargeOwnKey } from './account.charge.own-key.ts';
import { perElement } from './account.charge.per-element.ts';
import { reportedTier } from './account.charge.reported-tier.ts';
import { keyInvalid } from './account.key.invalid.ts';
import { keyMissing } from './account.key.missing.ts';
import { noChallenge } from './account.payment.no-challenge.ts';
import { recordBalance } from './account.record.balance.ts';
import { recordCsv } from './account.record.csv.ts';
import { recordKeys } from './account.record.keys.ts';
import { recordReserved } from './account.record.reserved.ts';
import { recordRows } from './account.record.rows.ts';
import { recordSpans } from './account.record.spans.ts';
import { recordSpend } from './account.record.spend.ts';
import { recordTiers } from './account.record.tiers.ts';
import { recordTotals } from './account.record.totals.ts';
import { recordWhole } from './account.record.whole.ts';
import { recordWindows } from './account.record.windows.ts';
import { refusedChargesNothing } from './account.refused.charges-nothing.ts';

/** The checks of API keys, balances and charges of account hosts. */
export const accountChecks: readonly ProtocolCheck[] = [
  balanceCovers,
  balanceEmpty,
  chargeAlike,
  chargeAsQuoted,
  chargeModels,
  longThreshold,
  chargeCached,
  chargeFree,
  inProportion,
  perElement,
  reportedTier,
  chargeOnce,
  chargeOwnKey,
  keyInvalid,
  keyMissing,
  noChallenge,
  recordCsv,
  recordKeys,
  recordRows,
  recordTiers,
  recordTotals,
  recordBalance,
  recordReserved,
  recordSpend,
  recordSpans,
  recordWhole,
  recordWindows,
  refusedChargesNothing,
];
