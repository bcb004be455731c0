import { type Account, openAccount } from '../account/balance.ts';
import { answerInstead } from '../answer-instead.ts';
import type { Exchange, Invocation, Outcome, Run } from '../check.ts';
import type { ErrorEntry, Operation, Provocation } from '../contract.ts';
import { NotTestable } from '../interruption.ts';
import { textOf } from '../oracle/exact.ts';
import { whileUpstream } from '../protocol/failing-upstream.ts';
import { ledgerOf, watchedPayer } from '../protocol/ledger.ts';
import { isStateRefusal } from '../requests/answers.ts';
import { sampleOf } from '../sample.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { errorFault } from './fault.ts';

/**
 * Brings an error about the way the spec says, and looks at the answer and at what settled.
 *
 * `undefined` when the upstream is not even asked, because what the example names does not exist.
 */
export async function provoke(
  run: Run,
  operation: Operation,
  entry: ErrorEntry,
  how: Provocation,
): Promise<Outcome | undefined> {
  const watched = run.contract.host.auth === 'x402' ? await watchedPayer(run) : undefined;
  const account = await accountFor(run, operation, entry);
  const call = sampleOf(operation, how.request);
  const attempt = () => account?.send(call) ?? refusedOrServed(run, call, watched);
  const exchange =
    how.upstream === undefined
      ? await attempt()
      : await whileUpstream(run, operation, { outcome: how.upstream, detail: how.detail ?? {} }, attempt);
  if (exchange.received.status === 202 && operation.machine?.role === 'create') {
    throw new NotTestable('The call was accepted as a job, whose failure the rules of its machine judge.');
  }

  const fault = errorFault(run, entry, exchange);
  if (fault && how.upstream !== undefined && isStateRefusal(run.contract, operation, exchange.received))
    return undefined;
  if (fault) return { verdict: 'fail', ...fault, exchange };
  const spent = await account?.spent();
  if (spent && !spent.equals(0)) {
    const actual = `${textOf(spent)} USD`;
    return { verdict: 'fail', detail: 'The refused call was charged.', expected: '0 USD', actual, exchange };
  }
  if (entry.charged !== false || !watched) return { verdict: 'pass' };
  const transfers = await ledgerOf(run, watched.address);
  if (transfers.length === 0) return { verdict: 'pass', detail: 'Nothing settled.' };
  return { verdict: 'fail', detail: 'The refused call was charged.', expected: [], actual: transfers, exchange };
}

/** A key whose balance shows whether a refusal was charged, where a call has a price and the target makes keys. */
async function accountFor(run: Run, { auth, price }: Operation, { charged }: ErrorEntry): Promise<Account | undefined> {
  if (auth !== 'key' || !price || charged !== false || !run.control?.capabilities.has('keys')) return undefined;
  try {
    return await openAccount(run);
  } catch (error) {
    if (error instanceof NotTestable) return undefined;
    throw error;
  }
}

/** Makes a call, with payment where it takes one; an answer that comes before any price counts as well. */
export function refusedOrServed(run: Run, invocation: Invocation, payer?: Wallet): Promise<Exchange> {
  const paid = ['payment', 'wallet'].includes(invocation.operation.auth) && run.payer !== undefined;
  if (!paid) return run.send(invocation);
  return run.pay(invocation, payer ? { wallet: payer } : {}).catch(answerInstead);
}
