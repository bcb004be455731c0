import { timed } from '../../check/context.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Exchange, Invocation } from '../../http/exchange.ts';
import { NoResponse, NotTestable } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { probe } from './paths.ts';

/** Seconds within which a target must respond. The documents state no limit: other callers must not wait longer. */
const maxSeconds = 5;

/** The longest useful error response. A longer one lists each of many mistakes. */
const maxTextLength = 1_000_000;

/** A request that is too large. */
interface OversizedRequest {
  /** The request, as the beginning of a sentence. */
  readonly what: string;
  readonly invocation: Invocation;
}

/** The reaction of a target to an oversized request. */
export interface Handling {
  readonly seconds: number;
  /** Absent where the target closed the connection. */
  readonly exchange?: Exchange;
  /** True where it no longer responded to a small request afterwards. */
  readonly silent: boolean;
}

/** Creates the check that unpaid requests of one kind are answered soon, without an internal error. */
function boundedCheck(id: string, make: (run: Run) => readonly OversizedRequest[]): ProtocolCheck {
  return {
    id,
    async check(run) {
      const requests = make(run);
      if (requests.length === 0) throw new NotTestable('open', 'This host has no operation that takes such a request.');
      for (const { what, invocation } of requests) {
        const fault = judgeHandling(what, await sendOversized(run, invocation));
        if (fault) return fault;
      }
      return { verdict: 'pass', detail: `Requests sent: ${requests.length}.` };
    },
  };
}

/** Judges the reaction of a target; `undefined` where nothing is wrong. A closed connection is a refusal. */
export function judgeHandling(what: string, { seconds, exchange, silent }: Handling): Outcome | undefined {
  const fail = (detail: string, expected: unknown, actual: unknown): Outcome => ({
    verdict: 'fail',
    detail: `${what}: ${detail}`,
    expected,
    actual,
  });
  if (silent) return fail('the target did not respond any more.', 'a response', 'none');
  if (seconds > maxSeconds) {
    return fail('the target took too long.', `at most ${maxSeconds} s`, `${seconds.toFixed(1)} s`);
  }
  if (!exchange) return undefined;
  const { status, text } = exchange.received;
  // 503 and 507 say that the target is full.
  if (status >= 500 && status !== 503 && status !== 507) {
    return fail('the target failed.', 'a status below 500, or 503', status);
  }
  if (text.length <= maxTextLength) return undefined;
  return fail('the response is too long.', `at most ${maxTextLength} characters`, text.length);
}

async function sendOversized(run: Run, invocation: Invocation): Promise<Handling> {
  const { result: exchange, milliseconds } = await timed(() => responseTo(run, invocation));
  const seconds = milliseconds / 1000;
  const next = exchange ?? (await responseTo(run, probe('GET', `${run.contract.host.prefix}/after-${run.seed}`)));
  return { seconds, silent: next === undefined, ...(exchange && { exchange }) };
}

async function responseTo(run: Run, invocation: Invocation): Promise<Exchange | undefined> {
  try {
    return await run.send(invocation);
  } catch (error) {
    if (error instanceof NoResponse) return undefined;
    throw error;
  }
}

/** An operation with a JSON body, and the name of a field of its example. */
interface BodyField {
  readonly operation: Operation;
  readonly field: string;
}

/** The operations that a run can call without payment, path parameters or rate limits. */
function callableOperations({ contract, level }: Run): readonly Operation[] {
  const counted = new Set(contract.limits.flatMap(({ operations }) => operations));
  return contract.operations.filter(
    ({ id, auth, template, closed }) =>
      !closed && !counted.has(id) && !template.includes('{') && (auth !== 'key' || level !== 'free'),
  );
}

/** The operation that gets large bodies, preferably one with a list in its example. */
function bodyFieldOf(run: Run): BodyField | undefined {
  const fields = callableOperations(run)
    .filter(({ body }) => body?.contentType === 'application/json')
    .flatMap((operation) =>
      Object.entries(fieldsOf(operation.example.body)).map(([field, value]) => ({ operation, field, value })),
    );
  return fields.find(({ value }) => Array.isArray(value)) ?? fields[0];
}

/** The example of an operation with the JSON of one of its fields replaced. */
function withText({ operation, field }: BodyField, json: string): Invocation {
  const { [field]: _, ...others } = fieldsOf(operation.example.body);
  const rest = JSON.stringify(others).slice(1);
  const text = `{${JSON.stringify(field)}:${json}${rest === '}' ? '' : ','}${rest}`;
  return { ...sampleOf(operation), raw: { text, contentType: 'application/json' } };
}

const depth = 50_000;

/** Deep JSON overflows the stack of a recursive parser. */
const boundedDepth = boundedCheck('http.bounded.depth', (run) => {
  const field = bodyFieldOf(run);
  if (!field) return [];
  const lists = '['.repeat(depth) + ']'.repeat(depth);
  const objects = `${'{"a":'.repeat(depth)}0${'}'.repeat(depth)}`;
  return [
    { what: `A field of ${depth} nested lists`, invocation: withText(field, lists) },
    { what: `A field of ${depth} nested objects`, invocation: withText(field, objects) },
    { what: `${depth} lists that are not closed`, invocation: withText(field, '['.repeat(depth)) },
  ];
});

const listLength = 50_000;

/** A list of wrong items costs no more than a few of them, and its refusal does not list each. */
const boundedList = boundedCheck('http.bounded.list', (run) => {
  const field = bodyFieldOf(run);
  if (!field) return [];
  const list = `[${Array.from({ length: listLength }, () => '0').join()}]`;
  return [{ what: `A list of ${listLength} wrong items`, invocation: withText(field, list) }];
});

/** Numbers of parameters: most servers read the first query, and most refuse the second one unread. */
const parameterCounts = [1500, 16_000];

/** A query of many parameters costs no more than reading it once. */
const boundedQuery = boundedCheck('http.bounded.query', (run) => {
  // A file, such as `/openapi.json`, takes no query, and its length alone may cost seconds.
  const readable = callableOperations(run).filter(({ method, path }) => method === 'GET' && !path.endsWith('.json'));
  const operation = readable.find(({ auth }) => auth === 'none') ?? readable[0];
  if (!operation) return [];
  const { query, ...sample } = sampleOf(operation);
  return parameterCounts.map((count) => {
    const parameters = Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, '1']));
    return { what: `A query of ${count} parameters`, invocation: { ...sample, query: { ...query, ...parameters } } };
  });
});

/** The checks of unpaid requests that are too large. */
export const oversizedChecks: readonly ProtocolCheck[] = [boundedDepth, boundedList, boundedQuery];
