import type { Blocks } from '@tollwright/runtime/payment/svm/blocks';
import { readTransfer } from '@tollwright/runtime/payment/svm/read-transfer';
import type { Alteration } from '#gateway/start.ts';
import { interceptJson } from '../toolkit/interceptors.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';
import { acceptRejected, type Rejected } from './lenient.ts';
import { claimedBy } from './settling.ts';

const only = ['payment.rejected.*', 'payment.accepted.*'];

/** A transaction that is taken for a payment although a check of it fails. */
const taken = (name: string, rule: string, wrongly: (refused: Rejected) => boolean): FaultDefinition => ({
  name,
  host: 'solana',
  rule: `payment.rejected.${rule}`,
  level: 'paid',
  only,
  intercept: acceptRejected(wrongly),
});

/** What a payment moves beyond what it says to accept; negative where that is less, 0 where it cannot be told. */
function excess({ payment }: Rejected): bigint {
  const transfer = readTransfer(payment.payload?.transaction ?? '');
  return typeof transfer === 'string' ? 0n : transfer.amount - BigInt(payment.accepted?.amount ?? 0);
}

const over =
  (change: (blocks: Blocks, now: () => number) => Blocks['timeOf']): Alteration =>
  (parts) => {
    const { services } = parts;
    const timeOf = change(services.blocks, () => Math.floor(services.clock.now() / 1000));
    return { ...parts, services: { ...services, blocks: { ...services.blocks, timeOf } } };
  };

/** Payments by Solana transaction that buy a call although they should not. */
export const transactions = defineFaults('transactions', [
  taken('a transaction whose signature nobody checks', 'signature', ({ message }) =>
    message.includes('signature is not'),
  ),
  taken('a transfer to whatever account', 'recipient', ({ message }) => message.includes('pays somebody else')),
  taken('a transfer of whatever token', 'asset', ({ message }) => message.includes('another asset')),
  taken('a transfer of a little less', 'underpaid', (refused) => excess(refused) < 0n),
  taken('a transfer of a little more', 'overpaid', (refused) => excess(refused) > 0n),
  taken('a call of whatever program', 'not-a-transfer', ({ message }) => message.includes('no transfer of tokens')),
  taken('a wallet without tokens', 'unfunded', ({ code }) => code === 'PAYMENT_UNFUNDED'),
  {
    name: 'a block of whatever chain',
    host: 'solana',
    rule: 'payment.rejected.blockhash-stale',
    level: 'paid',
    only,
    alter: over((_, now) => now),
  },
  {
    name: 'a block of whatever age',
    host: 'solana',
    rule: 'payment.rejected.blockhash-stale',
    level: 'controlled',
    only,
    alter: over(
      ({ timeOf }, now) =>
        (hash) =>
          timeOf(hash) === undefined ? undefined : now(),
    ),
  },
  {
    name: 'a stale block told as an invalid payment',
    host: 'solana',
    rule: 'payment.rejected.blockhash-stale',
    level: 'paid',
    only,
    intercept: interceptJson(402, (body) =>
      body.code === 'PAYMENT_BLOCKHASH_STALE' ? { ...body, code: 'PAYMENT_INVALID' } : body,
    ),
  },
  {
    name: 'a transaction that is known by its text',
    host: 'solana',
    rule: 'payment.replay.respelled',
    level: 'paid',
    only: ['payment.replay.*', 'payment.settled.*'],
    alter: claimedBy(({ proof }) => String(proof.transaction)),
  },
]);
