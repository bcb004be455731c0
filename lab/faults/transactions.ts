import { readTransfer } from '@tollwright/runtime/payment/svm/read-transfer';
import { interceptJson } from '../toolkit/interceptors.ts';
import { codeOf } from '../toolkit/payment-headers.ts';
import { overrideBlocks } from '../toolkit/services.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';
import { acceptRejected, type RejectedPayment } from './lenient.ts';
import { claimedBy } from './settling.ts';

const only = ['payment.rejected.*', 'payment.accepted.*'];

/** A transaction that is accepted as a payment although a check of it fails. */
const taken = (name: string, rule: string, wrongly: (refused: RejectedPayment) => boolean): FaultDefinition => ({
  name,
  host: 'solana',
  rule: `payment.rejected.${rule}`,
  level: 'paid',
  only,
  intercept: acceptRejected(wrongly),
});

/** The amount that a payment moves beyond its offer: negative if it moves less, 0 if unknown. */
function excess({ payment }: RejectedPayment): bigint {
  const transfer = readTransfer(payment.payload?.transaction ?? '');
  return typeof transfer === 'string' ? 0n : transfer.amount - BigInt(payment.accepted?.amount ?? 0);
}

/** Payments by Solana transaction that buy a call although they should not. */
export const transactions = defineFaults('transactions', [
  taken('accepts Solana transactions without checking the signature', 'signature', ({ message }) =>
    message.includes('signature does not match'),
  ),
  taken('accepts transfers to any account', 'recipient', ({ message }) =>
    message.includes('does not pay the expected payee'),
  ),
  taken('accepts transfers of any token', 'asset', ({ message }) => message.includes('asset of the transaction')),
  taken('accepts transfers below the amount', 'underpaid', (refused) => excess(refused) < 0n),
  taken('accepts transfers above the amount', 'overpaid', (refused) => excess(refused) > 0n),
  taken('accepts transactions without a transfer', 'not-a-transfer', ({ message }) =>
    message.includes('not a token transfer'),
  ),
  taken('accepts transfers from an unfunded wallet', 'unfunded', ({ code }) => code === codeOf('unfunded')),
  {
    name: 'accepts blockhashes of any chain',
    host: 'solana',
    rule: 'payment.rejected.blockhash-stale',
    level: 'controlled',
    only,
    alter: overrideBlocks(() => async (_, now) => ({ made: now })),
  },
  {
    name: 'accepts blockhashes of any age',
    host: 'solana',
    rule: 'payment.rejected.blockhash-stale',
    level: 'controlled',
    only,
    alter: overrideBlocks(
      ({ find }) =>
        async (hash, now) =>
          (await find(hash, now)) && { made: now },
    ),
  },
  {
    name: `reports ${codeOf('signature')} for a stale blockhash`,
    host: 'solana',
    rule: 'payment.rejected.blockhash-stale',
    level: 'paid',
    only,
    intercept: interceptJson(402, (body) =>
      body.code === codeOf('stale-block') ? { ...body, code: codeOf('signature') } : body,
    ),
  },
  {
    name: 'recognizes replays by the encoded transaction',
    host: 'solana',
    rule: 'payment.replay.respelled',
    level: 'paid',
    only: ['payment.replay.*', 'payment.settled.*'],
    alter: claimedBy(({ proof }) => String(proof.transaction)),
  },
]);
