import { controlPaid } from '../../calls/cheapest.ts';
import { ledgerOf } from '../../calls/control.ts';
import type { Chain } from '../../chain/node.ts';
import { receiptMismatch } from '../../chain/receipt-mismatch.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { inParallel } from '../../common/in-parallel.ts';
import { isLaterPoll, settledCalls } from '../settlement/settled-calls.ts';
import { receiptsOf } from './paying-calls.ts';

/**
 * A paid response has the transaction hash; where the ledger can be read, it must be that of the transfer, and where the
 * chain can be asked, the transaction has moved what the payment signs.
 */
export const receiptTransaction: ProtocolCheck = {
  id: 'payment.receipt.transaction',
  whole: true,
  async check(run) {
    const paid = await controlPaid(run);
    const hash = paid.received.headers['x-payment-receipt'];
    if (!hash) {
      return {
        verdict: 'fail',
        detail: 'The response to a paid call has no X-Payment-Receipt.',
        expected: 'a transaction hash',
        actual: null,
        exchange: paid,
      };
    }
    const failure = run.chain && (await failedReceipt(run, run.chain));
    if (failure) return failure;
    if (!run.payer || !run.control?.capabilities.has('ledger')) return { verdict: 'pass' };
    for (const { exchange, transfers } of await settledCalls(run)) {
      const own = exchange.received.headers['x-payment-receipt'];
      if (own === undefined && isLaterPoll(exchange)) continue;
      const known = transfers.map(({ tx_hash }) => tx_hash);
      if (known.length === 0 || known.some((each) => names(own, each))) continue;
      const detail = 'X-Payment-Receipt does not match the transaction of its call.';
      return { verdict: 'fail', detail, expected: known, actual: own ?? null, exchange };
    }
    const settled = (await ledgerOf(run, run.payer.address)).map((transfer) => transfer.tx_hash);
    if (settled.some((known) => names(hash, known))) return { verdict: 'pass' };
    return {
      verdict: 'fail',
      detail: 'X-Payment-Receipt does not match any settled transaction.',
      expected: settled,
      actual: hash,
      exchange: paid,
    };
  },
};

/** Receipts that a node is asked about at the same time. */
const parallel = 4;

/** A receipt of the run that no payment agrees with which it may be of; undefined where the chain agrees with all. */
async function failedReceipt(run: Run, chain: Chain): Promise<Outcome | undefined> {
  let failure: Outcome | undefined;
  await inParallel(receiptsOf(run), parallel, async ({ exchange, payingCalls }) => {
    if (failure) return;
    const text = exchange.received.headers['x-payment-receipt'] ?? '';
    const mismatches = await Promise.all(
      payingCalls.map((sent) => receiptMismatch(chain, sent, text, run.contract.host.payment)),
    );
    const [mismatch] = mismatches;
    if (mismatch && mismatches.every((each) => each)) failure ??= { verdict: 'fail', ...mismatch, exchange };
  });
  return failure;
}

/** Compares hashes: hexadecimal is case-insensitive, base58 is not. */
function names(text = '', hash: string): boolean {
  return hash.startsWith('0x') ? text.toLowerCase().includes(hash.toLowerCase()) : text.includes(hash);
}
