import type { Family, Outcome, Run } from '../check/check.ts';
import type { Exchange, Invocation } from '../check/exchange.ts';
import { NotTestable } from '../check/interruption.ts';
import { returnResponse } from '../check/return-response.ts';
import type { ErrorEntry, Limit, Operation } from '../contract/contract.ts';
import { errorMismatch } from '../errors/mismatch.ts';
import { watchedPayer } from '../protocol/settlement/ledger.ts';
import { sampleOf } from '../requests/sample.ts';

/** Limits: as many calls as are stated go through, and the next one gets the error. Uses them up, so it asks first. */
export const limitFamily: Family = {
  kind: 'limit',
  alone: () => true,
  async check(rule, run) {
    const limit = run.contract.limits.find(({ id }) => id === rule.subject);
    if (!limit || !rule.operation) return { verdict: 'error', detail: `There is no limit "${rule.subject}".` };
    const call = await callerOf(run, limit, sampleOf(run.operation(rule.operation)));

    // A window that is aligned to the clock may end while the calls are made; it cannot do so twice. What fails is
    // judged by calls one after the other, since a target need not count what comes at the same time to the call.
    const first = await useUp(run, limit, call, width);
    const outcome = first.verdict === 'fail' ? await useUp(run, limit, call, 1) : first;
    if (outcome.verdict !== 'pass') return outcome;
    if (limit.sides.includes('none') && !isLimited(run, limit, await call())) return outcome;
    const others = await leavesOthers(run, limit, sampleOf(run.operation(rule.operation)));
    if (others) return others;
    const end = await reopened(run, limit, call, outcome);
    if (end.verdict !== 'pass') return end;
    await goThrough(run, limit, call, width);
    return (await reopensEarly(run, limit, call)) ?? end;
  },
};

type Call = () => Promise<Exchange>;

/** Judges the error of a limit by the first answer that has its status; how many calls that takes is another rule. */
export async function judgeLimited(run: Run, limit: Limit, operation: Operation, entry: ErrorEntry): Promise<Outcome> {
  const call = await callerOf(run, limit, sampleOf(operation));
  await freshWindow(run, limit);
  let last: Exchange | undefined;
  for (let made = 0; made <= 2 * limit.count; made++) {
    const exchange = await call();
    if (made === 0) needEntry(exchange);
    if (!isLimited(run, limit, exchange)) {
      // As many calls as are stated were answered, and then two in a row were refused in another way.
      const refused = last && isRefusal(last) && exchange.received.status === last.received.status;
      const mismatch = refused && made > limit.count ? errorMismatch(run, entry, exchange) : undefined;
      if (mismatch) return { verdict: 'fail', ...mismatch, exchange };
      last = exchange;
      continue;
    }
    await freshWindow(run, limit);
    const mismatch = errorMismatch(run, entry, exchange);
    return mismatch ? { verdict: 'fail', ...mismatch, exchange } : { verdict: 'pass', detail: `After calls: ${made}.` };
  }
  throw new NotTestable(`None of ${2 * limit.count + 1} calls was limited; limits.${limit.id} judges that.`);
}

/** A call that counts for one new caller where callers can be made, so that nobody has used up anything before. */
async function callerOf(run: Run, limit: Limit, invocation: Invocation): Promise<Call> {
  if (!run.exhaust) throw new NotTestable(`It would take ${limit.count + 1} calls; ask for it with --exhaust.`);
  if (limit.key === 'payer') {
    const wallet = await watchedPayer(run);
    return () => run.pay(invocation, wallet ? { wallet } : {}).catch((error) => limitedInstead(run, limit, error));
  }
  if (limit.key === 'api-key' && run.control?.capabilities.has('keys')) {
    const authorization = `Bearer ${await run.control.keys('10.00')}`;
    return disguised(run, { ...invocation, headers: { authorization } });
  }
  return disguised(run, invocation);
}

/** The answer to a call that was limited before it could be paid: whether asking for the price counts is left open. */
function limitedInstead(run: Run, limit: Limit, error: unknown): Exchange {
  const exchange = returnResponse(error);
  if (isLimited(run, limit, exchange)) return exchange;
  throw error;
}

/** Names of programs that one caller calls itself by in turn: whoever counts them counts no callers. */
const guises = 3;

/** A call that comes from another program each time, and always from the same caller. */
function disguised(run: Run, invocation: Invocation): Call {
  let made = 0;
  return () => {
    made += 1;
    const headers = { ...invocation.headers, 'user-agent': `tollwright-${made % guises}` };
    return run.send({ ...invocation, headers });
  };
}

/** A limit that counts by key leaves other keys alone. */
async function leavesOthers(run: Run, limit: Limit, invocation: Invocation): Promise<Outcome | undefined> {
  if (limit.key !== 'api-key' || !run.control?.capabilities.has('keys')) return undefined;
  const other = await callerOf(run, limit, invocation);
  const exchange = await other();
  if (!isLimited(run, limit, exchange)) return undefined;
  return {
    verdict: 'fail',
    detail: 'Once one key had used the limit up, the first call of another key was limited.',
    expected: 'an answer',
    actual: exchange.received.status,
    exchange,
  };
}

/** Calls that are made at the same time. */
const width = 6;

/** Makes as many calls as are allowed, until one is limited; tells how many went through. */
async function goThrough(run: Run, limit: Limit, call: Call, width: number) {
  let made = 0;
  while (made < limit.count) {
    const all = await Promise.all(Array.from({ length: Math.min(width, limit.count - made) }, call));
    if (made === 0 && all[0]) needEntry(all[0]);
    const limited = all.filter((exchange) => isLimited(run, limit, exchange));
    made += all.length - limited.length;
    if (limited[0]) return { made, limited: limited[0] };
  }
  return { made };
}

async function useUp(run: Run, limit: Limit, call: Call, width: number): Promise<Outcome> {
  const fresh = await freshWindow(run, limit);
  const { made, limited } = await goThrough(run, limit, call, width);
  if (limited) {
    if (limit.sides.includes(made))
      return { verdict: 'pass', detail: `It keeps to another side of the documents: ${made} calls.` };
    const inFlight = Math.min(2 * width, limit.count / 4);
    if (limit.key === 'payer' && Math.abs(2 * made - limit.count) <= inFlight)
      return { verdict: 'pass', detail: `Limited after ${made} paid calls: asking for their prices counts as well.` };
    if (!fresh)
      return { verdict: 'pass', detail: `Limited after ${made + 1} calls of this check; earlier ones count too.` };
    return {
      verdict: 'fail',
      detail: `Call ${made + 1} of ${limit.count} allowed ones was limited.`,
      expected: 'an answer',
      actual: limited.received.status,
      exchange: limited,
    };
  }
  const over = await call();
  const entry = run.contract.errors[limit.error];
  if (!entry) return { verdict: 'error', detail: `There is no error "${limit.error}".` };
  if (limit.sides.includes('none') && (await isEndless(run, limit, call, over)))
    return { verdict: 'pass', detail: 'It keeps to another side of the documents: there is no limit.' };
  const mismatch = errorMismatch(run, entry, over);
  if (!mismatch) return { verdict: 'pass' };
  return { verdict: 'fail', ...mismatch, detail: `Call ${limit.count + 1}: ${mismatch.detail}`, exchange: over };
}

/** Whether no limit shows in twice as many calls as are stated; `over` is the first beyond them. */
async function isEndless(run: Run, limit: Limit, call: Call, over: Exchange): Promise<boolean> {
  let exchange = over;
  for (let made = 1; made < limit.count && !isLimited(run, limit, exchange); made++) exchange = await call();
  return !isLimited(run, limit, exchange);
}

/** Throws where the first call is not let in at all: a catalog may be for keys alone, and nobody else's calls are counted. */
function needEntry({ received: { status } }: Exchange): void {
  if (status === 401 || status === 403)
    throw new NotTestable(`The target answers ${status} from the first call on, so that no limit is seen.`);
}

/** Waits out the window on the target's own clock; false where that cannot be done. */
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

/** Parts of a window after each of which its end is looked for, and looks: together less than two windows. */
const ends = { parts: 8, looks: 15 };

/**
 * The limit does not end before its window.
 *
 * A window may be aligned to the clock, so that it ends twice at most in less than two windows. Each time it ends the
 * limit is used up again; one that comes back little by little does not allow all of its calls at once.
 */
async function reopensEarly(run: Run, limit: Limit, call: Call): Promise<Outcome | undefined> {
  const part = Math.floor(limit.window / ends.parts);
  if (!run.control?.capabilities.has('clock') || part < 1) return undefined;
  let ended = 0;
  for (let look = 0; look < ends.looks; look++) {
    await run.control.advance(part);
    const exchange = await call();
    if (isLimited(run, limit, exchange)) continue;
    const { made } = await goThrough(run, limit, call, width);
    if (made >= limit.count - 1) ended += 1;
    if (ended <= 2) continue;
    const detail = `It was used up and ended ${ended} times in less than two windows of ${limit.window} seconds.`;
    return { verdict: 'fail', detail, expected: 'one end in each window', actual: ended, exchange };
  }
  return undefined;
}

/** The limit ends with its window. */
async function reopened(run: Run, limit: Limit, call: Call, outcome: Outcome): Promise<Outcome> {
  if (!(await freshWindow(run, limit))) return outcome;
  const exchange = await call();
  if (!isLimited(run, limit, exchange)) return outcome;
  return {
    verdict: 'fail',
    detail: `A call was limited ${limit.window + 1} seconds after the last.`,
    expected: 'an answer',
    actual: exchange.received.status,
    exchange,
  };
}
