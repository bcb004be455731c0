import type { Settled } from '../../chain/batches.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Mismatch } from '../../http/exchange.ts';
import { settledPayments } from './settled-payments.ts';

/**
 * What has settled of a batched payment is what was signed, once.
 *
 * That much is stated. How a batch settles is not, so that only contracts are judged which log what they have settled by the
 * digest that the payer signed.
 */
export const batchAsSigned: ProtocolCheck = {
  id: 'payment.batch.as-signed',
  whole: true,
  async check(run) {
    const all = (await settledPayments(run)).filter(({ settlements }) => settlements.length > 0);
    for (const each of all) {
      const mismatch = mismatchOf(each);
      if (mismatch) return { verdict: 'fail', ...mismatch, exchange: each.exchange };
    }
    return { verdict: 'pass', detail: `Settlements compared: ${all.length}.` };
  },
};

function mismatchOf({ payment: { from, to, value }, settlements }: Settled): Mismatch | undefined {
  const expected = { from, to, value };
  const actual = settlements.map((settlement) => ({ ...settlement, value: String(settlement.value) }));
  const [first, ...more] = settlements;
  if (more.length > 0) return { detail: `The chain settles a payment ${settlements.length} times.`, expected, actual };
  if (first?.value !== BigInt(value))
    return { detail: 'The chain settles a payment with another amount than was signed.', expected, actual };
  if (first.from !== from || first.to !== to)
    return { detail: 'The chain settles a payment between other wallets than was signed.', expected, actual };
  return undefined;
}
