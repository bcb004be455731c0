import { memoProgram } from '@tollwright/runtime/payment/svm/programs';
import { refusal, refusalCodes } from './refusal.ts';

/** A transaction that looks like a payment, except for the program that it calls. */
export const rejectedNotATransfer = refusal({
  id: 'payment.rejected.not-a-transfer',
  codes: refusalCodes,
  forge: () => [
    { what: 'that calls a program other than the token program', departure: { solana: { program: memoProgram } } },
  ],
});
