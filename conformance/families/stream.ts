import { ledgerOf, watchedPayer, whileUpstream } from '../calls/control.ts';
import { streamed } from '../calls/streamed.ts';
import type { Family } from '../check/family.ts';
import type { Outcome } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import type { Operation } from '../contract/contract.ts';
import type { Exchange, Invocation, ReceivedResponse } from '../http/exchange.ts';

type Stream = NonNullable<Operation['stream']>;

/**
 * Streams: server-sent events until the documented end.
 *
 * Where the machine of streams says so, a stream whose upstream breaks off ends with an error event and is not charged.
 */
export const streamFamily: Family = {
  kind: 'stream',
  alone: () => true,
  async check(rule, run) {
    const operation = run.operation(rule.operation ?? '');
    const { stream } = operation;
    if (!stream) return { verdict: 'error', detail: `${operation.id} has no stream.` };
    const invocation = streamed(run, operation, stream);
    const outcome = await judgeComplete(run, stream, invocation);
    const effects = effectsOfCut(run);
    if (outcome.verdict !== 'pass' || effects.length === 0 || !run.control?.outcomes.has('cut')) return outcome;
    return judgeInterrupted(run, operation, invocation, effects);
  },
};

async function judgeComplete(run: Run, stream: Stream, invocation: Invocation): Promise<Outcome> {
  const exchange = await run.pay(invocation);
  const { received } = exchange;
  const type = received.headers['content-type'] ?? '';
  const fail = (detail: string, expected: unknown, actual: unknown): Outcome => ({
    verdict: 'fail',
    detail,
    expected,
    actual,
    exchange,
  });
  if (received.status !== 200) return fail('The request for a stream was refused.', 200, received.status);
  if (!/^text\/event-stream\b/i.test(type)) return fail('The response is no event stream.', 'text/event-stream', type);
  if (received.events.length === 0)
    return fail('The stream has no event.', 'at least one event', received.text.slice(0, 200));
  const failed = received.events.find(isErrorEvent);
  if (failed) return fail('A stream whose upstream did not fail has an error event.', 'no error event', failed.data);
  const last = received.events.at(-1)?.data;
  if (stream.done !== undefined && last !== stream.done)
    return fail('The last event does not match.', stream.done, last);
  return { verdict: 'pass', detail: `Events: ${received.events.length}.` };
}

/** The effects that are stated for a stream whose upstream breaks off. */
function effectsOfCut({ contract }: Run): readonly string[] {
  const machine = Object.values(contract.machines).find(({ of }) => of === 'stream');
  const cut = machine?.transitions.find(({ on }) => on === 'upstream.cut');
  return cut && (cut.status === 'stated' || cut.status === 'derived') ? cut.effects : [];
}

async function judgeInterrupted(
  run: Run,
  operation: Operation,
  invocation: Invocation,
  effects: readonly string[],
): Promise<Outcome> {
  const watched = run.contract.host.auth === 'x402' ? await watchedPayer(run) : undefined;
  const exchange = await whileUpstream(run, operation, { outcome: 'cut' }, () =>
    run.pay(invocation, watched ? { wallet: watched } : {}),
  );
  const mismatch = effects.includes('error-event') ? truncationMismatch(exchange) : undefined;
  if (mismatch) return { verdict: 'fail', ...mismatch, exchange };
  if (!watched || !effects.includes('release')) return { verdict: 'pass' };
  const transfers = await ledgerOf(run, watched.address);
  if (transfers.length === 0) return { verdict: 'pass', detail: 'Nothing settled.' };
  return { verdict: 'fail', detail: 'An interrupted stream was charged.', expected: [], actual: transfers, exchange };
}

function truncationMismatch({ received }: Exchange) {
  // A gateway that waits for the first chunk may still return an error status.
  if (received.status >= 400) return undefined;
  const last = received.events.at(-1);
  if (last && isErrorEvent(last)) return undefined;
  return {
    detail: 'An interrupted stream does not end with an error event.',
    expected: 'an error event at the end',
    actual: last?.data ?? received.text.slice(0, 200),
  };
}

/** The documents do not show the event, so any of the usual forms is accepted. */
function isErrorEvent({ event, json }: ReceivedResponse['events'][number]): boolean {
  const { error, type } = fieldsOf(json);
  return event === 'error' || Boolean(error) || type === 'error';
}
