import { observe } from '../check/observation.ts';
import type { Outcome } from '../check/outcome.ts';
import type { Run, RunSettings } from '../check/run.ts';
import { headerMismatch, schemaMismatch } from '../check/schema-mismatch.ts';
import { fieldsOf } from '../common/json.ts';
import type { ErrorEntry, Operation } from '../contract/contract.ts';
import type { Exchange, Mismatch } from '../http/exchange.ts';

/** The mismatch of a response that must be this error. */
export function errorMismatch(run: RunSettings, entry: ErrorEntry, { received }: Exchange): Mismatch | undefined {
  if (received.status !== entry.http) {
    const what = received.status < 300 ? 'served' : `refused with ${received.status}`;
    return {
      detail: `The call was ${what}; the status must be ${entry.http}.`,
      expected: entry.http,
      actual: received.status,
    };
  }
  return (
    (entry.body && schemaMismatch(run, entry.body, received.json)) ??
    headerMismatch(run, entry.headers, received.headers)
  );
}

/** Reads the verdict on an error off the responses of the run so far; `undefined` when none was this error. */
export function seenError(run: Run, operation: Operation, entry: ErrorEntry): Outcome | undefined {
  const seen = run.exchanges
    .filter((each) => each.operation === operation.id && each.exchange.received.status === entry.http)
    // The response to a raced call may be about another call that is still under way.
    .filter(({ invocation }) => !invocation.raced)
    .map(({ exchange }) => ({ exchange, mismatch: errorMismatch(run, entry, exchange) }));
  const wrong = seen.find(({ exchange, mismatch }) => mismatch && isThisError(run, operation, entry, exchange));
  if (wrong?.mismatch) return { verdict: 'fail', ...wrong.mismatch, exchange: wrong.exchange };
  const right = seen.find(({ mismatch }) => !mismatch);
  if (!right) return undefined;
  observe(right.exchange);
  return { verdict: 'pass', detail: 'Seen among the responses of this run.' };
}

/**
 * True when a response with the error's status can be no other error.
 *
 * Its constant fields identify it. Without them it must be the operation's only error of that status, and 402 is never
 * that; other constants mean another error, unless the upstream causes this one.
 */
function isThisError(run: Run, operation: Operation, entry: ErrorEntry, { received }: Exchange): boolean {
  const constants = Object.entries(fieldsOf(entry.body?.properties)).flatMap(([name, schema]) => {
    const { const: constant } = fieldsOf(schema);
    return constant === undefined ? [] : [[name, constant] as const];
  });
  const body = fieldsOf(received.json);
  if (constants.length > 0 && constants.every(([name, constant]) => body[name] === constant)) return true;
  if (constants.length > 0 && entry.provoke?.upstream === undefined) return false;
  const alike = operation.errors.filter((id) => run.contract.errors[id]?.http === entry.http);
  return alike.length === 1 && entry.http !== 402;
}
