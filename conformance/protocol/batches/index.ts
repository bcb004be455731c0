import type { ProtocolCheck } from '../../check/family.ts';
import { batchAsSigned } from './payment.batch.as-signed.ts';
import { batchSettled } from './payment.batch.settled.ts';

/** The checks of payments that settle in batches, against the chain. */
export const batchChecks: readonly ProtocolCheck[] = [batchAsSigned, batchSettled];
