import type Fraction from 'fraction.js';
import { type Account, openAccount } from '../account/account.ts';
import { answerCacheOf } from '../calls/answer-cache.ts';
import { ledgerOf, watchedPayer, whileUpstream } from '../calls/control.ts';
import { isStateRefusal } from '../calls/responses.ts';
import type { Outcome } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import type { ErrorEntry, Operation, Provocation } from '../contract/contract.ts';
import type { Exchange, Invocation, Mismatch } from '../http/exchange.ts';
import { NotTestable, returnResponse } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { acceptsJob } from '../machine/accepted.ts';
import { decimalText } from '../oracle/exact.ts';
import { preparedCall } from '../scenario/prepared-calls.ts';
import type { Transfer } from '../target/control.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { errorMismatch } from './responses.ts';

/**
 * Causes an error the way the spec says, and judges the response and what settled.
 *
 * Where the upstream is not called, because the resource of the example does not exist, a scenario creates it first;
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
  const notCalled = first.mismatch !== undefined && how.upstream !== undefined;
  if (!notCalled || !isStateRefusal(run.contract, operation, first.exchange.received)) return judge(first);
  const prepared = await preparedCall(run, call, account?.key);
  if (!prepared) return undefined;
  const { invocation, payer: owner } = prepared;
  const settled = owner && entry.charged === false ? (await ledgerOf(run, owner.address)).length : 0;
  return judge(await attempt(run, entry, how, { call: invocation, payer: owner, account, settled }));
}

/** A call with its payer, and with the account that is charged where that is seen. */
interface Attempt {
  readonly call: Invocation;
  readonly payer: Wallet | undefined;
  readonly account: Account | undefined;
  /** Transfers that had settled for the payer before; 0 for a new wallet. */
  readonly settled: number;
}

/** The response of an attempt, with its charge. */
interface AttemptResult {
  readonly exchange: Exchange;
  readonly mismatch: Mismatch | undefined;
  readonly spent: Fraction | undefined;
  readonly transfers: readonly Transfer[] | undefined;
}

/** Makes a call while the upstream causes the error, and reads the charge where nothing may be charged. */
async function attempt(run: Run, entry: ErrorEntry, how: Provocation, who: Attempt): Promise<AttemptResult> {
  const { call, payer, account, settled } = who;
  const { operation } = call;
  const watched = entry.charged === false ? payer : undefined;
  const spentBefore = await account?.spent();
  const send = () => account?.send(call) ?? refusedOrServed(run, call, payer);
  const exchange =
    how.upstream === undefined
      ? await send()
      : await whileUpstream(run, operation, { outcome: how.upstream, detail: how.detail ?? {} }, send);
  if (operation.machine?.role === 'create' && acceptsJob(run.contract, operation, exchange)) {
    throw new NotTestable('open', 'The call was accepted as a job; the rules of its machine judge its failure.');
  }
  const mismatch = errorMismatch(run, entry, exchange) ?? headersMismatch(how, exchange);
  if (mismatch && how.upstream !== undefined) await needCalled(run, operation, exchange, send);
  // A different refusal does not show whether this one is charged.
  if (mismatch) return { exchange, mismatch, spent: undefined, transfers: undefined };
  const spent = await account?.spent();
  const transfers = watched && (await ledgerOf(run, watched.address)).slice(settled);
  return { exchange, mismatch, spent: spent?.sub(spentBefore ?? 0), transfers };
}

/** The mismatch of the first header that an error must have where it is caused so. */
function headersMismatch({ headers = {} }: Provocation, { received }: Exchange): Mismatch | undefined {
  const wrong = Object.entries(headers).find(([name, text]) => received.headers[name.toLowerCase()] !== text);
  if (!wrong) return undefined;
  const [name, expected] = wrong;
  return {
    detail: `The header ${name} does not match.`,
    expected,
    actual: received.headers[name.toLowerCase()] ?? null,
  };
}

/** Throws `NotTestable` where a call is refused in the same way while its upstream does nothing unusual. */
async function needCalled(
  run: Run,
  operation: Operation,
  { received: { status } }: Exchange,
  send: () => Promise<Exchange>,
): Promise<void> {
  if (status < 400 || isStateRefusal(run.contract, operation, { status })) return;
  const usual = await send();
  if (usual.received.status !== status) return;
  throw new NotTestable('unserved', `${operation.id} returns ${status} to a valid call whatever its upstream does.`);
}

function judge({ exchange, mismatch, spent, transfers }: AttemptResult): Outcome {
  if (mismatch) return { verdict: 'fail', ...mismatch, exchange };
  const detail = 'The refused call was charged.';
  if (spent && !spent.equals(0)) {
    return { verdict: 'fail', detail, expected: '0 USD', actual: `${decimalText(spent)} USD`, exchange };
  }
  if (!transfers) return { verdict: 'pass' };
  if (transfers.length === 0) return { verdict: 'pass', detail: 'Nothing settled.' };
  return { verdict: 'fail', detail, expected: [], actual: transfers, exchange };
}

/** A key whose balance shows whether a refusal was charged, where a call has a price and the control API creates keys. */
async function accountFor(run: Run, { auth, price }: Operation, { charged }: ErrorEntry): Promise<Account | undefined> {
  if (auth !== 'key' || !price || charged !== false || !run.control?.capabilities.has('keys')) return undefined;
  try {
    return await openAccount(run);
  } catch (error) {
    if (error instanceof NotTestable) return undefined;
    throw error;
  }
}

/** Makes a call, with payment where it needs one; returns a refusal before the challenge as well. */
export function refusedOrServed(run: Run, invocation: Invocation, payer?: Wallet): Promise<Exchange> {
  const paid = ['payment', 'wallet'].includes(invocation.operation.auth) && run.payer !== undefined;
  // A call that pays nothing changes nothing, so that other rules may have made it.
  if (run.level === 'free') return answerCacheOf(run).send(invocation);
  if (!paid) return run.send(invocation);
  return run.pay(invocation, payer ? { wallet: payer } : {}).catch(returnResponse);
}
