/** Invalid requests that must get one error and no other. */

import { formatOf } from '@tollwright/runtime/values/body-format';
import { withPart } from '../arbitraries/fields.ts';
import { nearMisses } from '../arbitraries/near-misses.ts';
import type { AnswerCache } from '../calls/answer-cache.ts';
import { errorsOf, isAccepted, needAnswer } from '../calls/responses.ts';
import type { Outcome } from '../check/outcome.ts';
import type { ErrorEntry, Operation } from '../contract/contract.ts';
import { type Exchange, type Invocation, type Mismatch, searchableText } from '../http/exchange.ts';
import { sampleOf } from '../http/sample.ts';
import { constraintOf } from '../requests/constraint.ts';
import { needExample } from '../requests/send.ts';
import { refusedOrServed } from './provoke.ts';
import { errorMismatch } from './responses.ts';

/** The error of a body that cannot be read. */
const unreadable = 'invalid-json';

/** Requests that are tried: the error fails if none of them gets it, since one request alone may get another. */
const maxRequests = 3;

/** Judges an error by requests that must get it; `undefined` where there are none, or where none was refused. */
export async function judgeDue(
  cache: AnswerCache,
  operation: Operation,
  entry: ErrorEntry,
): Promise<Outcome | undefined> {
  const { run } = cache;
  const faults: Extract<Outcome, { verdict: 'fail' }>[] = [];
  for (const { invocation, name, around, inPath } of namedFirst(entry, due(cache, operation, entry)).slice(
    0,
    maxRequests,
  )) {
    const exchange = await refusedOrServed(run, invocation);
    needAnswer(run, operation, exchange);
    // An operation that accepts an invalid request breaks the rule of the request, not that of its error.
    if (isAccepted(run.contract, operation, exchange.received)) continue;
    // An invalid path parameter may simply not exist.
    if (inPath && [404, 405].includes(exchange.received.status)) continue;
    const mismatch = errorMismatch(run, entry, exchange) ?? unnamedMismatch(entry, exchange, { name, around });
    if (!mismatch) return { verdict: 'pass', detail: 'An invalid request was refused with it.' };
    faults.push({ verdict: 'fail', ...mismatch, exchange });
  }
  const [first] = faults;
  if (first) await needExample(cache, operation);
  return first;
}

/** An invalid request, and its invalid field. */
interface DueRequest {
  readonly invocation: Invocation;
  readonly name?: string | undefined;
  /** The fields that it is in, the innermost first. */
  readonly around?: readonly string[] | undefined;
  /** True where the invalid value is in the path. */
  readonly inPath?: boolean;
}

/** Where an error has to name the field, requests with a field to name come first. */
function namedFirst({ names }: ErrorEntry, all: readonly DueRequest[]): readonly DueRequest[] {
  if (!names) return all;
  return [...all.filter(({ name }) => name !== undefined), ...all.filter(({ name }) => name === undefined)];
}

function unnamedMismatch(
  { names }: ErrorEntry,
  { received }: Exchange,
  { name, around = [] }: Pick<DueRequest, 'name' | 'around'>,
): Mismatch | undefined {
  if (!names || name === undefined || [name, ...around].some((each) => searchableText(received).includes(each)))
    return undefined;
  return {
    detail: `The error does not name "${name}".`,
    expected: `a body with the text "${name}"`,
    actual: received.text.slice(0, 300),
  };
}

function due(cache: AnswerCache, operation: Operation, entry: ErrorEntry): readonly DueRequest[] {
  const { contract } = cache.run;
  const isIt = (error?: string) => errorsOf(contract, operation, error).every(({ id }) => id === entry.id);
  if (entry.id === unreadable || entry.role === unreadable) {
    if (!operation.body || formatOf(operation.body.contentType) !== 'json' || !isIt(unreadable)) return [];
    const raw = { text: '{"', contentType: operation.body.contentType };
    return [{ invocation: { ...sampleOf(operation), raw } }];
  }
  return [...nearMissesOf(cache, operation, isIt), ...violationsOf(cache, operation, isIt)];
}

type Test = (error?: string) => boolean;

/** One near miss for each rule of the request whose refusal is this error. */
function nearMissesOf(cache: AnswerCache, operation: Operation, isIt: Test): readonly DueRequest[] {
  const requests = cache.requests(operation);
  const rules = cache.run.contract.rules.filter(
    ({ kind, operation: id, status, tier, error }) =>
      kind === 'request' && id === operation.id && tier === 'must' && status !== 'conflict' && isIt(error),
  );
  return rules.flatMap((rule) => {
    const constraint = constraintOf(rule, cache.run);
    if (!constraint || constraint.keyword === 'default') return [];
    const inPath = constraint.part === 'params';
    const misses = nearMisses(constraint, requests.base[constraint.part], cache.material);
    // Only plain words keep the form of the path.
    const miss = inPath
      ? misses.find(({ invalid }) => typeof invalid === 'string' && /^\w+$/.test(invalid))
      : misses[0];
    if (!miss) return [];
    const invocation = withPart(requests.base, constraint.part, miss.value);
    const [name, ...around] = inPath ? [] : miss.path.filter((step) => !/^\d+$/.test(step)).toReversed();
    const clear = !requests.undecided(invocation) && requests.broken(invocation).every(({ error }) => isIt(error));
    return clear ? [{ invocation, name, around, inPath }] : [];
  });
}

function violationsOf(cache: AnswerCache, operation: Operation, isIt: Test): readonly DueRequest[] {
  const requests = cache.requests(operation);
  return operation.conditions
    .filter(({ error, violation, status }) => violation !== undefined && status !== 'conflict' && isIt(error))
    .map(({ violation, names }) => ({ invocation: sampleOf(operation, violation), name: names }))
    .filter(({ invocation }) => requests.fits(invocation) && !requests.undecided(invocation))
    .filter(({ invocation }) => requests.broken(invocation).every(({ error }) => isIt(error)));
}
