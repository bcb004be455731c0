import type { ProtocolCheck } from '../../check/family.ts';
import { fundsExact } from './payment.funds.exact.ts';
import { fundsLater } from './payment.funds.later.ts';
import { fundsRaced } from './payment.funds.raced.ts';

/** The checks of wallets whose funds are just enough. */
export const fundsChecks: readonly ProtocolCheck[] = [fundsExact, fundsLater, fundsRaced];
