import type { ProtocolCheck } from '../../check/family.ts';
import { settledAsQuoted } from './payment.settled.as-quoted.ts';
import { settledConcurrently } from './payment.settled.concurrently.ts';
import { settledExactlyOnce } from './payment.settled.exactly-once.ts';
import { settlementFailed } from './payment.settlement.failed.ts';

/** The checks of the settlement of payments. */
export const settlementChecks: readonly ProtocolCheck[] = [
  settledAsQuoted,
  settledConcurrently,
  settledExactlyOnce,
  settlementFailed,
];
