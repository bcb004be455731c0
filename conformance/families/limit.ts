import type { Exchange, Family, Invocation, Outcome, Run } from '../check.ts';
import type { ErrorEntry, Limit, Operation } from '../contract.ts';
import { errorFault } from '../errors/fault.ts';
import { NotTestable } from '../interruption.ts';
import { watchedPayer } from '../protocol/ledger.ts';
import { sampleOf } from '../sample.ts';

/** Limits: as many calls as are stated go through, and the next one gets the error. Uses them up, so it asks first. */
export const limitFamily: Family = {
  kind: 'limit',
  alone: () => true,
  async check(rule, run) {
    const limit = run.contract.limits.find(({ id }) => id === rule.subject);
    if (!limit || !rule.operation) return { verdict: 'error', detail: `There is no limit "${rule.subject}".` };
    const call = await callerOf(run, limit, sampleOf(run.operation(rule.operation)));

    // A window that is aligned to the clock may end while the calls are made; it cannot do so twice.
    const first = await useUp(run, limit, call);
    const outcome = first.verdict === 'fail' ? await useUp(run, limit, call) : first;
    return outcome.verdict === 'pass' ? reopened(run, limit, call, outcome) : outcome;
  },
};

type Call = () => Promise<Exchange>;

/** Judges the error of a limit by the first answer that has its status; how many calls that takes is another rule. */
export async function judgeLimited(run: Run, limit: Limit, operation: Operation, entry: ErrorEntry): Promise<Outcome> {
  const call = await callerOf(run, limit, sampleOf(operation));
  for (let made = 0; made <= 2 * limit.count; made++) {
    const exchange = await call();
    if (!isLimited(run, limit, exchange)) continue;
    await freshWindow(run, limit);
    const fault = errorFault(run, entry, exchange);
    return fault ? { verdict: 'fail', ...fault, exchange } : { verdict: 'pass', detail: `After calls: ${made}.` };
  }
  throw new NotTestable(`None of ${2 * limit.count + 1} calls was limited; limits.${limit.id} judges that.`);
}

/** A call that counts for one new caller where callers can be made, so that nobody has used up anything before. */
async function callerOf(run: Run, limit: Limit, invocation: Invocation): Promise<Call> {
  if (!run.exhaust) throw new NotTestable(`It would take ${limit.count + 1} calls; ask for it with --exhaust.`);
  if (limit.key === 'payer') {
    const wallet = await watchedPayer(run);
    return () => run.pay(invocation, wallet ? { wallet } : {});
  }
  if (limit.key === 'api-key' && run.control?.capabilities.has('keys')) {
    const authorization = `Bearer ${await run.control.keys('10.00')}`;
    return () => run.send({ ...invocation, headers: { authorization } });
  }
  return () => run.send(invocation);
}

async function useUp(run: Run, limit: Limit, call: Call): Promise<Outcome> {
  const fresh = await freshWindow(run, limit);
  for (let made = 1; made <= limit.count; made++) {
    const exchange = await call();
    if (!isLimited(run, limit, exchange)) continue;
    if (limit.sides.includes(made - 1))
      return { verdict: 'pass', detail: `It keeps to another side of the documents: ${made - 1} calls.` };
    if (!fresh)
      return { verdict: 'pass', detail: `Limited after ${made} calls of this check; earlier ones count too.` };
    return {
      verdict: 'fail',
      detail: `Call ${made} of ${limit.count} allowed ones was limited.`,
      expected: 'an answer',
      actual: exchange.received.status,
      exchange,
    };
  }
  const over = await call();
  const entry = run.contract.errors[limit.error];
  if (!entry) return { verdict: 'error', detail: `There is no error "${limit.error}".` };
  const fault = errorFault(run, entry, over);
  if (!fault) return { verdict: 'pass' };
  return { verdict: 'fail', ...fault, detail: `Call ${limit.count + 1}: ${fault.detail}`, exchange: over };
}

/** Waits out the window on the target's own clock; false where that cannot be done. */
async function freshWindow(run: Run, limit: Limit): Promise<boolean> {
  if (!run.control?.capabilities.has('clock')) return false;
  await run.control.advance(limit.window + 1);
  return true;
}

function isLimited(run: Run, limit: Limit, { received }: Exchange): boolean {
  return received.status === run.contract.errors[limit.error]?.http;
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
