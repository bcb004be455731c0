import { isDeepStrictEqual } from 'node:util';
import type { Input, Route } from '@tollwright/runtime/operation/operation';
import { Problem } from '@tollwright/runtime/operation/problem';
import type { Issue, Validator } from '@tollwright/runtime/validation/issue';
import { isObject } from '@tollwright/runtime/values/json';
import { fieldsOf } from '#conformance/common/json.ts';
import type { JsonSchema, Operation } from '#conformance/contract/contract.ts';
import type { SchemaError } from '#conformance/oracle/schema.ts';
import { propertiesOf } from '#conformance/oracle/shapes.ts';
import type { Parts } from '#gateway/start.ts';
import { changeRoutes } from '#lab/toolkit/routes.ts';
import { type Application, changedOperations, type Pair } from './contracts.ts';

const parts = ['body', 'query', 'params', 'headers'] as const;
type Part = (typeof parts)[number];

/** Accepts and rejects requests by the wrong schemas. Requests that the gateway cannot serve get the response of the example. */
export const applyRequests: Application = (given, pair) =>
  changedOperations(pair).reduce((altered, [operation, other]) => {
    const changed = parts.filter((part) => schemaOf(operation, part) !== schemaOf(other, part));
    if (changed.length === 0) return altered;
    const accepted = new WeakSet<object>();
    return tolerant(judging(altered, pair, { operation, other, changed, accepted }), pair, operation, accepted);
  }, given);

function schemaOf(operation: Operation, part: Part) {
  return part === 'body' ? operation.body?.schema : operation[part];
}

interface Judging {
  readonly operation: Operation;
  readonly other: Operation;
  readonly changed: readonly Part[];
  /** Values that only the wrong schemas accept. */
  readonly accepted: WeakSet<object>;
}

function judging(given: Parts, pair: Pair, { operation, other, changed, accepted }: Judging): Parts {
  return changeRoutes([operation.id], (route) => {
    const validators = changed.flatMap((part) => {
      const original = route.operation[part];
      const schemas = [schemaOf(operation, part) ?? {}, schemaOf(other, part) ?? {}] as const;
      return original ? [[part, marking(interpreted(pair, schemas, part, original), original, accepted)] as const] : [];
    });
    return { ...route, operation: { ...route.operation, ...Object.fromEntries(validators) } };
  })(given);
}

/** Validates by the original where the two schemas agree on a value. */
function interpreted(
  { right, wrong, mutant }: Pair,
  [old, changed]: readonly [JsonSchema, JsonSchema],
  part: Part,
  original: Validator<unknown>,
): Validator<unknown> {
  const text = part !== 'body';
  return (input) => {
    const was = original(input);
    const before = right.judge.valid(old, input, text);
    const faults = wrong.judge.errors(changed, input, text);
    if (faults.length > 0 && before) {
      return { ok: false, issues: faults.map((fault) => issueOf(fault, mutant.rule.id, mutant.rule.error)) };
    }
    if (faults.length > 0) return was;
    const complete = wrong.judge.complete(changed, input);
    if (!was.ok) return before ? was : { ok: true, value: complete };
    const absent = Object.entries(fieldsOf(complete)).filter(([name]) => !Object.hasOwn(fieldsOf(input), name));
    return { ok: true, value: text ? { ...fieldsOf(was.value), ...Object.fromEntries(absent) } : complete };
  };
}

/** Collects the values that a validator accepts and the original rejects. */
function marking(
  wrong: Validator<unknown>,
  original: Validator<unknown>,
  accepted: WeakSet<object>,
): Validator<unknown> {
  return (input) => {
    const found = wrong(input);
    if (found.ok && isObject(found.value) && !original(input).ok) accepted.add(found.value);
    return found;
  };
}

function issueOf({ path, message }: SchemaError, rule: string, error: string | undefined): Issue {
  const steps = path.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  return { path: steps, rule, message, ...(error !== undefined && { error }) };
}

/** Responds as to the example where the code of the gateway cannot serve a request that it should refuse. */
export function tolerant(given: Parts, pair: Pair, operation: Operation, accepted = new WeakSet<object>()): Parts {
  const example = exampleOf(pair, operation);
  const isAccepted = ({ request, query, params }: Input) =>
    [request, query, params].some((part) => isObject(part) && accepted.has(part));
  // Other checks of the gateway would reject the value that the schema accepts.
  const stated = new Set(operation.conditions.map(({ id }) => `${operation.id}.${id}`));
  const altered = changeRoutes([operation.id], (route) => ({
    ...route,
    conditions: route.conditions.map((condition) => {
      const holds = orElse(condition.holds, () => true);
      return { ...condition, holds: (input) => (!stated.has(condition.id) && isAccepted(input)) || holds(input) };
    }),
    ...(route.quote && { quote: orElse(route.quote, () => quoteOf(route, example)) }),
  }))(given);
  const handler = altered.handlers[operation.id];
  if (!handler) return altered;
  const check = altered.checks?.[operation.id];
  return {
    ...altered,
    ...(check && {
      checks: { ...altered.checks, [operation.id]: (input) => (isAccepted(input) ? [] : check(input)) },
    }),
    handlers: {
      ...altered.handlers,
      [operation.id]: async (call) => {
        try {
          return await handler(call);
        } catch (error) {
          const isWrong = isAccepted(call) || isNoBody(operation, call.request);
          if (error instanceof Problem && !isWrong) throw error;
          try {
            return await handler(Object.assign({}, call, mended(pair, operation, call, example)));
          } catch (again) {
            // The example may name a resource that does not exist; a gateway that accepts the request returns a result.
            if (!isWrong) throw again;
            return { status: operation.responses[0]?.http ?? 200, body: {} };
          }
        }
      },
    },
  };
}

type Example = Input<never, never, never>;

function exampleOf({ right }: Pair, operation: Operation): Example {
  const complete = (part: Part) => {
    const schema = schemaOf(operation, part);
    const value = operation.example[part] ?? {};
    return schema ? right.judge.complete(schema, value) : value;
  };
  // The example is valid, as the code that reads an input expects.
  return { request: complete('body'), query: complete('query'), params: complete('params') } as Example;
}

/** True for a body that is no object, where the right schema takes only objects. */
function isNoBody({ body }: Operation, given: unknown): boolean {
  return body !== undefined && !isObject(given);
}

/** Replaces the wrong fields of an input by those of the example, or else the whole input. */
function mended({ right }: Pair, operation: Operation, input: Input, example: Example): Input {
  const part = (name: Part, given: unknown, usual: unknown) => {
    const faults = right.judge.errors(schemaOf(operation, name) ?? {}, given, name !== 'body');
    const wrong = new Set(faults.map(({ path: [field] }) => field));
    if (!isObject(given) || wrong.has(undefined)) return usual;
    return { ...given, ...Object.fromEntries(Object.entries(fieldsOf(usual)).filter(([field]) => wrong.has(field))) };
  };
  const mixed = {
    request: part('body', input.request, example.request),
    query: part('query', input.query, example.query),
    params: part('params', input.params, example.params),
  };
  return isDeepStrictEqual(mixed, { request: input.request, query: input.query, params: input.params })
    ? example
    : mixed;
}

function quoteOf({ quote }: Route, example: Example) {
  if (!quote) throw new Error('The route has no quote.');
  return quote(example);
}

function orElse<Given, Result>(read: (given: Given) => Result, otherwise: () => Result): (given: Given) => Result {
  return (given) => {
    try {
      return read(given);
    } catch {
      return otherwise();
    }
  };
}

/** Ignores keys of a body that should be refused. */
export const applyUnknownKeys: Application = (given, pair) =>
  changedOperations(pair).reduce((altered, [operation, other]) => {
    const [before, after] = [operation.body, other.body];
    if (before?.unknownKeys !== 'rejected' || after?.unknownKeys !== 'ignored') return altered;
    const shapes = pair.right.judge.shapes(before.schema);
    const known = new Set(shapes.flatMap((shape) => Object.keys(propertiesOf(shape))));
    return changeRoutes([operation.id], (route) => {
      const { body } = route.operation;
      if (!body) return route;
      const read = (input: unknown) =>
        body(isObject(input) ? Object.fromEntries(Object.entries(input).filter(([key]) => known.has(key))) : input);
      return { ...route, operation: { ...route.operation, body: read } };
    })(altered);
  }, given);
