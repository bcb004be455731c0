import type { ProtocolCheck } from '../../check/family.ts';
import { receiptNotShared } from './payment.receipt.not-shared.ts';
import { receiptResponse } from './payment.receipt.response.ts';
import { receiptTransaction } from './payment.receipt.transaction.ts';

/** The checks of the receipt of a settled payment. */
export const receiptChecks: readonly ProtocolCheck[] = [receiptNotShared, receiptResponse, receiptTransaction];
