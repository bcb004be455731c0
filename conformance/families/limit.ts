import { offerOf } from '../calls/challenge.ts';
import { sendPayment } from '../calls/cheapest.ts';
import { watchedPayer } from '../calls/control.ts';
import { isStateRefusal } from '../calls/responses.ts';
import type { Family } from '../check/family.ts';
import type { Outcome } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import type { ErrorEntry, Limit, Operation } from '../contract/contract.ts';
import { errorMismatch } from '../errors/responses.ts';
import { userAgent } from '../http/client.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import { NotTestable, returnResponse, whereItCan } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { preparedCall } from '../scenario/prepared-calls.ts';
import { encodePayment, type Wallet } from '../wallet/wallet.ts';

/** USD of a key whose limit is used up: no price keeps it from reaching the limit. */
const limitBalance = '1000.00';

/** A limit: as many calls as stated are served, and the next one gets the error. It uses the limit up, so `exhaust` must be set. */
export const limitFamily: Family = {
  kind: 'limit',
  alone: () => true,
  async check(rule, run) {
    const limit = run.contract.limits.find(({ id }) => id === rule.subject);
    if (!limit || !rule.operation) return { verdict: 'error', detail: `There is no limit "${rule.subject}".` };
    const operation = run.operation(rule.operation);
    const createCall = async () => callerOf(run, limit, await servedCall(run, operation));

    // A window that is aligned to the clock may end while the calls are made, but not twice. A failure is judged again by
    // calls in sequence, since a target need not count concurrent calls exactly.
    let call = await createCall();
    let outcome = await useUp(run, limit, call, concurrency);
    if (outcome.verdict === 'fail') {
      // From its first state, since a target may count its first window wrongly.
      await whereItCan(async () => run.control?.reset());
      call = await createCall();
      outcome = await useUp(run, limit, call, 1);
    }
    if (outcome.verdict !== 'pass') return outcome;
    if (limit.sides.includes('none') && !isLimited(run, limit, await call())) return outcome;
    const others = await judgeOtherKey(run, limit, sampleOf(operation));
    if (others) return others;
    const end = await reopened(run, limit, call, outcome);
    if (end.verdict !== 'pass') return end;
    await callUpToLimit(run, limit, call, concurrency);
    return (await judgeWhileCalled(run, limit, call)) ?? end;
  },
};

type Call = () => Promise<Exchange>;

/** The example of an operation, or a call that a scenario makes possible where a resource is missing: refused calls may not count. */
async function servedCall(run: Run, operation: Operation): Promise<Invocation> {
  const sample = sampleOf(operation);
  if (!run.control || operation.auth !== 'none') return sample;
  const { received } = await run.send(sample);
  if (!isStateRefusal(run.contract, operation, received)) return sample;
  return (await whereItCan(() => preparedCall(run, sample)))?.invocation ?? sample;
}

/** Judges the error of a limit by the first response with its status; the limit rule judges how many calls that takes. */
export async function judgeLimited(run: Run, limit: Limit, operation: Operation, entry: ErrorEntry): Promise<Outcome> {
  const call = await callerOf(run, limit, sampleOf(operation));
  await freshWindow(run, limit);
  // Where the limit begins does not matter before its last calls, which are made one after another.
  const before = await callUpToLimit(run, limit, call, concurrency, limit.count - concurrency);
  let last: Exchange | undefined;
  for (let made = before.made; made <= 2 * limit.count; made++) {
    const exchange = before.limited ?? (await call());
    if (made === 0) needAccess(exchange);
    if (!isLimited(run, limit, exchange)) {
      // As many calls as stated were served, and then two in a row were refused with a different status.
      const refused = last && isRefusal(last) && exchange.received.status === last.received.status;
      const mismatch = refused && made > limit.count ? errorMismatch(run, entry, exchange) : undefined;
      if (mismatch) return { verdict: 'fail', ...mismatch, exchange };
      last = exchange;
      continue;
    }
    await freshWindow(run, limit);
    const mismatch = errorMismatch(run, entry, exchange);
    return mismatch
      ? { verdict: 'fail', ...mismatch, exchange }
      : { verdict: 'pass', detail: `Calls before the error: ${made}.` };
  }
  throw new NotTestable(
    'unserved',
    `None of ${2 * limit.count + 1} calls was limited; the rule limits.${limit.id} judges that.`,
  );
}

/** A call by a new caller where the target can create one, so that no earlier call counts. */
async function callerOf(run: Run, limit: Limit, invocation: Invocation): Promise<Call> {
  if (!run.exhaust)
    throw new NotTestable(
      'means',
      `It takes ${limit.count + 1} calls and uses the limit up; allow that with --exhaust.`,
    );
  if (limit.key === 'payer') {
    const wallet = await watchedPayer(run);
    const pay = wallet ? withOneChallenge(run, invocation, wallet) : () => run.pay(invocation);
    return () => pay().catch((error) => limitedResponse(run, limit, error));
  }
  const { control, contract } = run;
  if (contract.host.auth !== 'bearer' || !control?.capabilities.has('keys')) return inTurn(run, invocation);
  // An address has one limit whatever its keys.
  const keys = [await control.keys(limitBalance), ...(limit.key === 'ip' ? [await control.keys(limitBalance)] : [])];
  return inTurn(
    run,
    invocation,
    keys.map((key) => `Bearer ${key}`),
  );
}

/** A paid call whose offer is asked for once: requests without a payment may count for a limit of their own. */
function withOneChallenge(run: Run, invocation: Invocation, wallet: Wallet): Call {
  const ask = async () => offerOf(run, await run.challenge(invocation));
  const pay = async (offer: Readonly<Record<string, unknown>>) => {
    const header = encodePayment(await wallet.sign(offer, await run.now()));
    return sendPayment(run, invocation, header);
  };
  let kept: ReturnType<typeof ask> | undefined;
  return async () => {
    kept ??= ask();
    const exchange = await pay(await kept);
    if (exchange.received.status !== 402) return exchange;
    // What an offer names, such as a block, may be too old meanwhile.
    kept = ask();
    return pay(await kept);
  };
}

/** The response to a call that was limited before it was paid: the documents leave open whether unpaid requests count. */
function limitedResponse(run: Run, limit: Limit, error: unknown): Exchange {
  const exchange = returnResponse(error);
  if (isLimited(run, limit, exchange)) return exchange;
  throw error;
}

/** User agents of one caller: a limit by user agent does not count callers. */
const userAgents = 3;

/** A call of one caller with a different user agent each time, and with one API key after the other. */
function inTurn(run: Run, invocation: Invocation, keys: readonly string[] = []): Call {
  let made = 0;
  return () => {
    made += 1;
    const authorization = keys[made % keys.length];
    const headers = {
      ...invocation.headers,
      'user-agent': `${userAgent} ${made % userAgents}`,
      ...(authorization !== undefined && { authorization }),
    };
    return run.send({ ...invocation, headers });
  };
}

/** Judges that a limit that is stated for each API key does not limit other keys. */
async function judgeOtherKey(run: Run, limit: Limit, invocation: Invocation): Promise<Outcome | undefined> {
  const isPerKey = limit.key === 'api-key' && limit.keyStatus === 'stated';
  if (!isPerKey || !run.control?.capabilities.has('keys')) return undefined;
  const other = await callerOf(run, limit, invocation);
  const exchange = await other();
  if (!isLimited(run, limit, exchange)) return undefined;
  return {
    verdict: 'fail',
    detail: 'After one API key had used the limit up, the first call of another key was limited.',
    expected: 'a response that is not limited',
    actual: exchange.received.status,
    exchange,
  };
}

/** Calls made at the same time near the limit, and far below it. */
const concurrency = 6;
const earlyConcurrency = 24;

/** Makes as many calls as are allowed, or at most so many, until one is limited; returns how many were served. */
async function callUpToLimit(run: Run, limit: Limit, call: Call, concurrency: number, maxCalls = limit.count) {
  let made = 0;
  while (made < maxCalls) {
    const isEarly = concurrency > 1 && made + earlyConcurrency < limit.count - concurrency;
    const all = await Promise.all(
      Array.from({ length: Math.min(isEarly ? earlyConcurrency : concurrency, maxCalls - made) }, call),
    );
    if (made === 0 && all[0]) needAccess(all[0]);
    const limited = all.filter((exchange) => isLimited(run, limit, exchange));
    made += all.length - limited.length;
    if (limited[0]) return { made, limited: limited[0] };
  }
  return { made };
}

async function useUp(run: Run, limit: Limit, call: Call, concurrency: number): Promise<Outcome> {
  const fresh = await freshWindow(run, limit);
  const { made, limited } = await callUpToLimit(run, limit, call, concurrency);
  if (limited) {
    if (limit.sides.includes(made))
      return { verdict: 'pass', detail: `It follows another side of the documents: ${made} calls.` };
    const inFlight = Math.min(2 * concurrency, limit.count / 4);
    if (limit.key === 'payer' && Math.abs(2 * made - limit.count) <= inFlight)
      return { verdict: 'pass', detail: `Limited after ${made} paid calls: their unpaid requests count as well.` };
    if (!fresh)
      return { verdict: 'pass', detail: `Limited after ${made + 1} calls of this check; earlier calls count as well.` };
    return {
      verdict: 'fail',
      detail: `Call ${made + 1} of ${limit.count} allowed calls was limited.`,
      expected: 'a response that is not limited',
      actual: limited.received.status,
      exchange: limited,
    };
  }
  const over = await call();
  const entry = run.contract.errors[limit.error];
  if (!entry) return { verdict: 'error', detail: `There is no error "${limit.error}".` };
  if (limit.sides.includes('none') && (await isUnlimited(run, limit, call, over)))
    return { verdict: 'pass', detail: 'It follows another side of the documents: there is no limit.' };
  const mismatch = errorMismatch(run, entry, over);
  if (!mismatch) return { verdict: 'pass' };
  return { verdict: 'fail', ...mismatch, detail: `Call ${limit.count + 1}: ${mismatch.detail}`, exchange: over };
}

/** Whether no call is limited of twice as many as stated; `over` is the first beyond the limit. */
async function isUnlimited(run: Run, limit: Limit, call: Call, over: Exchange): Promise<boolean> {
  if (isLimited(run, limit, over)) return false;
  return (await callUpToLimit(run, limit, call, concurrency, limit.count - 1)).limited === undefined;
}

/** Throws where the first call is refused: a catalog may need an API key, and other calls are not counted. */
function needAccess({ received: { status } }: Exchange): void {
  if (status === 401 || status === 403)
    throw new NotTestable('unserved', `The target returns ${status} from the first call on, so no limit is seen.`);
}

/** Moves the target's clock past the window; false where that cannot be done. */
async function freshWindow(run: Run, limit: Limit): Promise<boolean> {
  if (!run.control?.capabilities.has('clock')) return false;
  await run.control.advance(limit.window + 1);
  return true;
}

function isRefusal({ received }: Exchange): boolean {
  return received.status >= 400 && received.status !== 402;
}

function isLimited(run: Run, limit: Limit, { received }: Exchange): boolean {
  return received.status === run.contract.errors[limit.error]?.http;
}

/** Parts of a window after each of which a call is made, and the number of these calls: in less than two windows. */
const probing = { parts: 8, count: 15 };

/**
 * Judges that the limit ends with its window, and not before, while a caller goes on calling.
 *
 * A window that is aligned to the clock ends at most twice in less than two windows. Each time it ends the limit is used
 * up again; a limit that refills gradually does not allow all of its calls at once. Refused calls may count, but there are
 * fewer of them in a window than any limit allows.
 */
async function judgeWhileCalled(run: Run, limit: Limit, call: Call): Promise<Outcome | undefined> {
  const part = Math.floor(limit.window / probing.parts);
  if (!run.control?.capabilities.has('clock') || part < 1) return undefined;
  let ended = 0;
  const refused: Exchange[] = [];
  for (let probe = 0; probe < probing.count; probe++) {
    await run.control.advance(part);
    const exchange = await call();
    if (isLimited(run, limit, exchange)) {
      refused.push(exchange);
      continue;
    }
    const { made } = await callUpToLimit(run, limit, call, concurrency);
    if (made >= limit.count - 1) ended += 1;
    if (ended <= 2) continue;
    const detail = `The limit was used up and ended ${ended} times in less than two windows of ${limit.window} seconds.`;
    return { verdict: 'fail', detail, expected: 'one end per window', actual: ended, exchange };
  }
  const last = refused.at(-1);
  if (!last || refused.length < probing.count || limit.count <= probing.parts) return undefined;
  return {
    verdict: 'fail',
    detail: `No call was served in nearly two windows of ${limit.window} seconds, although only ${probing.parts} calls were made in each.`,
    expected: 'a response that is not limited',
    actual: last.received.status,
    exchange: last,
  };
}

/** Judges that the limit ends with its window. */
async function reopened(run: Run, limit: Limit, call: Call, outcome: Outcome): Promise<Outcome> {
  if (!(await freshWindow(run, limit))) return outcome;
  const exchange = await call();
  if (!isLimited(run, limit, exchange)) return outcome;
  return {
    verdict: 'fail',
    detail: `A call was limited ${limit.window + 1} seconds after the last one, although the window is over.`,
    expected: 'a response that is not limited',
    actual: exchange.received.status,
    exchange,
  };
}
