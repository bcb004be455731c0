import type Fraction from 'fraction.js';
import { type Account, openAccount } from '../account/balance.ts';
import type { Outcome, Run } from '../check/check.ts';
import type { Exchange, Invocation } from '../check/exchange.ts';
import { NotTestable } from '../check/interruption.ts';
import { returnResponse } from '../check/return-response.ts';
import type { ErrorEntry, Operation, Provocation } from '../contract/contract.ts';
import { decimalText } from '../oracle/exact.ts';
import { whileUpstream } from '../protocol/failure/failing-upstream.ts';
import type { Mismatch } from '../protocol/protocol-check.ts';
import { ledgerOf, watchedPayer } from '../protocol/settlement/ledger.ts';
import { preparedCall } from '../requests/prepared-calls.ts';
import { isStateRefusal } from '../requests/responses.ts';
import { sampleOf } from '../requests/sample.ts';
import type { Transfer } from '../target/control.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { errorMismatch } from './mismatch.ts';

/**
 * Brings an error about the way the spec says, and looks at the answer and at what settled.
 *
 * Where the upstream is not even asked, because what the example names does not exist, a story makes it exist first;
 * `undefined` when none does.
 */
export async function provoke(
  run: Run,
  operation: Operation,
  entry: ErrorEntry,
  how: Provocation,
): Promise<Outcome | undefined> {
  const payer = run.contract.host.auth === 'x402' ? await watchedPayer(run) : undefined;
  const account = await accountFor(run, operation, entry);
  const call = sampleOf(operation, how.request);
  const first = await attempt(run, entry, how, { call, payer, account, settled: 0 });
  const unasked = first.mismatch !== undefined && how.upstream !== undefined;
  if (!unasked || !isStateRefusal(run.contract, operation, first.exchange.received)) return judge(first);
  const placed = await preparedCall(run, call, account?.key);
  if (!placed) return undefined;
  const { invocation, payer: owner } = placed;
  const settled = owner && entry.charged === false ? (await ledgerOf(run, owner.address)).length : 0;
  return judge(await attempt(run, entry, how, { call: invocation, payer: owner, account, settled }));
}

/** A call with whoever makes it, and who is charged where that is seen. */
interface Attempt {
  readonly call: Invocation;
  readonly payer: Wallet | undefined;
  readonly account: Account | undefined;
  /** What had settled for the payer before; nothing for a wallet of its own, whose ledger need not be looked at. */
  readonly settled: number;
}

/** What came of an attempt, with what was charged meanwhile. */
interface Attempted {
  readonly exchange: Exchange;
  readonly mismatch: Mismatch | undefined;
  readonly spent: Fraction | undefined;
  readonly transfers: readonly Transfer[] | undefined;
}

/** Makes a call while the upstream does what brings the error about, and sees what it was charged where nothing should be. */
async function attempt(run: Run, entry: ErrorEntry, how: Provocation, who: Attempt): Promise<Attempted> {
  const { call, payer, account, settled } = who;
  const { operation } = call;
  const watched = entry.charged === false ? payer : undefined;
  const spentBefore = await account?.spent();
  const send = () => account?.send(call) ?? refusedOrServed(run, call, payer);
  const exchange =
    how.upstream === undefined
      ? await send()
      : await whileUpstream(run, operation, { outcome: how.upstream, detail: how.detail ?? {} }, send);
  if (exchange.received.status === 202 && operation.machine?.role === 'create') {
    throw new NotTestable('The call was accepted as a job, whose failure the rules of its machine judge.');
  }
  const mismatch = errorMismatch(run, entry, exchange);
  // What was refused in another way says nothing of what this refusal costs.
  if (mismatch) return { exchange, mismatch, spent: undefined, transfers: undefined };
  const spent = await account?.spent();
  const transfers = watched && (await ledgerOf(run, watched.address)).slice(settled);
  return { exchange, mismatch, spent: spent?.sub(spentBefore ?? 0), transfers };
}

function judge({ exchange, mismatch, spent, transfers }: Attempted): Outcome {
  if (mismatch) return { verdict: 'fail', ...mismatch, exchange };
  const detail = 'The refused call was charged.';
  if (spent && !spent.equals(0)) {
    return { verdict: 'fail', detail, expected: '0 USD', actual: `${decimalText(spent)} USD`, exchange };
  }
  if (!transfers) return { verdict: 'pass' };
  if (transfers.length === 0) return { verdict: 'pass', detail: 'Nothing settled.' };
  return { verdict: 'fail', detail, expected: [], actual: transfers, exchange };
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
  return run.pay(invocation, payer ? { wallet: payer } : {}).catch(returnResponse);
}
