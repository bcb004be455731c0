import type { Answer, IncomingCall } from '@tollwright/runtime/http/request';
import { createRouter, type Match } from '@tollwright/runtime/http/router';
import { isObject } from '@tollwright/runtime/values/json';
import { fieldsOf, valueAt } from '#conformance/common/json.ts';
import type { Expression, Formula, JsonSchema, Operation } from '#conformance/contract/contract.ts';
import { partsOf } from '#conformance/oracle/reads.ts';
import type { Parts } from '#gateway/start.ts';
import { levelAt } from '#lab/mutants/schema-edit.ts';
import { bufferCall } from '#lab/toolkit/calls.ts';
import { parseJson } from '#lab/toolkit/messages.ts';
import { wrapServer } from '#lab/toolkit/server.ts';
import { type Application, changedOperations, holds, type Pair } from './contracts.ts';
import { variationOf } from './variations.ts';

/** Returns responses that only the wrong schemas allow. */
export const applyResponses: Application = (given, pair) =>
  changedOperations(pair).reduce((parts, [operation, other]) => {
    const challenged = [operation.payment?.challenge, other.payment?.challenge] as const;
    const challenges = swapped(parts, pair, operation, 402, challenged);
    return operation.responses.reduce((altered, response, index) => {
      const after = other.responses[index];
      if (!after || after === response) return altered;
      const bodies = swapped(altered, pair, operation, response.http, [response.schema, after.schema]);
      return withHeaders(bodies, pair, operation, [response, after]);
    }, challenges);
  }, given);

type Both = readonly [JsonSchema | undefined, JsonSchema | undefined];

function swapped(parts: Parts, pair: Pair, operation: Operation, status: number, [old, changed]: Both): Parts {
  if (!old || !changed || old === changed) return parts;
  const { right, wrong, mutant } = pair;
  const path = mutant.rule.schema?.path ?? [];
  const listed = levelAt(wrong.contract, mutant.rule)?.enum;
  const more = { values: Array.isArray(listed) ? listed : [] };
  return alterResponses(parts, (answer, context) => {
    const body = isOf(answer, context, operation, status) ? jsonOf(answer) : undefined;
    if (!body) return answer;
    const differs = (each: unknown) => !right.judge.valid(old, each) && wrong.judge.valid(changed, each);
    const varied = variationOf(body, path, differs, more);
    return varied ? withJson(answer, varied.value) : answer;
  });
}

function isOf({ status }: Answer, { route }: ResponseContext, operation: Operation, expected: number): boolean {
  return status === expected && route?.operation.id === operation.id;
}

type Responses = readonly [Operation['responses'][number], Operation['responses'][number]];

function withHeaders(parts: Parts, { right, wrong }: Pair, operation: Operation, [before, after]: Responses): Parts {
  if (before.headers === after.headers) return parts;
  return alterResponses(parts, (answer, context) => {
    if (!isOf(answer, context, operation, before.http)) return answer;
    const headers = Object.entries(answer.headers).flatMap(([name, text]) => {
      const known = Object.keys(before.headers).find((each) => each.toLowerCase() === name.toLowerCase());
      const [old, changed] = [before.headers[known ?? ''], after.headers[known ?? '']];
      if (!old || old === changed) return [[name, text]];
      if (!changed) return [];
      const fits = (each: unknown) => !right.judge.valid(old, each, true) && wrong.judge.valid(changed, each, true);
      return [[name, String(variationOf(text, [], fits)?.value ?? text)]];
    });
    return { ...answer, headers: Object.fromEntries(headers) };
  });
}

/** Returns responses that break an `ensures` rule, with as little else wrong as possible. */
export const applyPromises: Application = (given, pair) =>
  changedOperations(pair).reduce(
    (parts, [operation, other]) =>
      operation.ensures
        .filter((ensured) => !other.ensures.includes(ensured))
        .reduce(
          (altered, ensured) =>
            alterResponses(altered, (answer, context) => {
              if (context.route?.operation.id !== operation.id) return answer;
              return broken(answer, pair, operation, ensured.must, {
                ...inputOf(pair, operation, context),
                applies: (read) => !ensured.when || holds(pair.right.evaluator, ensured.when, read) === true,
              });
            }),
          parts,
        ),
    given,
  );

/** Returns resources that break a rule about their state. */
export const applyInvariants: Application = (given, pair) =>
  Object.values(pair.right.contract.machines).reduce((parts, machine) => {
    const kept = pair.wrong.contract.machines[machine.id]?.always ?? [];
    const gone = machine.always.filter((invariant) => !kept.includes(invariant));
    return gone.reduce((altered, { in: states, then }) => {
      const shows = (body: unknown) => states.includes(String(valueAt(body, machine.reads.state ?? '')));
      return alterResponses(altered, (answer, context) => {
        const operation = pair.right.contract.operations.find(({ id }) => id === context.route?.operation.id);
        if (operation?.machine?.id !== machine.id || !operation || !shows(jsonOf(answer))) return answer;
        return broken(answer, pair, operation, then, {
          ...inputOf(pair, operation, context),
          applies: ({ response }) => shows(response),
        });
      });
    }, parts);
  }, given);

interface Reading {
  readonly environment: Readonly<Record<string, unknown>>;
  readonly applies: (read: Readonly<Record<string, unknown>>) => boolean;
}

function inputOf(
  { right }: Pair,
  operation: Operation,
  { request, params, call }: ResponseContext,
): Pick<Reading, 'environment'> {
  const complete = (schema: JsonSchema | undefined, value: unknown) =>
    schema ? right.judge.complete(schema, value ?? {}) : value;
  const query = Object.fromEntries(new URLSearchParams(call.query));
  // Formulas read numbers and booleans, which are sent as text.
  const read = (schema: JsonSchema | undefined, texts: Readonly<Record<string, unknown>>) =>
    complete(
      schema,
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, readAs(schema?.properties, name, text)])),
    );
  return {
    environment: {
      request: complete(operation.body?.schema, request),
      query: read(operation.query, query),
      params: read(operation.params, fieldsOf(params)),
    },
  };
}

function readAs(properties: unknown, name: string, text: unknown): unknown {
  const { type } = fieldsOf(fieldsOf(properties)[name]);
  if (type === 'boolean') return text === 'true';
  return type === 'integer' || type === 'number' ? Number(text) : text;
}

/** Changes a response in one place so that a formula does not hold. */
function broken(answer: Answer, pair: Pair, operation: Operation, must: Formula, reading: Reading): Answer {
  const body = jsonOf(answer);
  if (!body) return answer;
  const { status, headers } = answer;
  const lower = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]));
  const readOf = (response: unknown) => ({ ...reading.environment, response, status, headers: lower });
  if (!reading.applies(readOf(body))) return answer;
  const breaks = (response: unknown) =>
    reading.applies(readOf(response)) && holds(pair.right.evaluator, must, readOf(response)) === false;
  const schema = schemaFor(operation, status);
  const more = { names: namesIn(must.tree) };
  const varied =
    variationOf(body, [], (each) => breaks(each) && (!schema || pair.right.judge.valid(schema, each)), more) ??
    variationOf(body, [], breaks, more);
  if (varied) return withJson(answer, fieldsOf(varied.value));
  const other = statuses.find((each) => holds(pair.right.evaluator, must, { ...readOf(body), status: each }) === false);
  return other === undefined ? answer : { ...answer, status: other };
}

/** Wrong statuses for formulas that read only the status. */
const statuses = [200, 404, 500];

/** Names of the fields that an expression looks for. */
function namesIn(tree: Expression): readonly string[] {
  return [...(tree.op === 'has' ? [tree.name] : []), ...partsOf(tree).flatMap(namesIn)];
}

function schemaFor(operation: Operation, status: number): JsonSchema | undefined {
  return operation.responses.find(({ http }) => http === status)?.schema;
}

/** The request of a response. */
export interface ResponseContext extends Match {
  readonly call: IncomingCall;
  /** The body of the request, as far as it was read and is JSON. */
  readonly request: unknown;
}

/** Changes every response. */
export function alterResponses(given: Parts, change: (response: Answer, context: ResponseContext) => Answer): Parts {
  return wrapServer((serve, { host }) => {
    const find = createRouter(host);
    return async (incoming) => {
      const { call, sent } = bufferCall(incoming);
      const response = await serve(call);
      const body = await sent()?.then(String, () => undefined);
      const request = body === undefined ? undefined : parseJson(body);
      return change(response, { ...find(call.method, call.path), call, request });
    };
  })(given);
}

/** The JSON object in a response; `undefined` where it is something else. */
export function jsonOf({ body }: Answer): Readonly<Record<string, unknown>> | undefined {
  const value = typeof body === 'string' ? parseJson(body) : undefined;
  return isObject(value) ? value : undefined;
}

/** A response with another JSON body. */
export function withJson(answer: Answer, body: unknown): Answer {
  return { ...answer, body: JSON.stringify(body) };
}

/** Sends streams as one response, or without their final event. */
export const applyStreams: Application = (given, pair) =>
  changedOperations(pair).reduce<Parts>((parts, [{ id, stream }, other]) => {
    if (!stream || stream === other.stream) return parts;
    const { done } = stream;
    return alterResponses(parts, (answer, { route }) => {
      if (!answer.parts || route?.operation.id !== id) return answer;
      if (!other.stream) return { ...answer, headers: { ...answer.headers, 'Content-Type': 'application/json' } };
      return { ...answer, parts: kept(answer.parts, (part) => done === undefined || !part.includes(done)) };
    });
  }, given);

async function* kept(parts: AsyncIterable<string>, keep: (part: string) => boolean): AsyncGenerator<string> {
  for await (const part of parts) if (keep(part)) yield part;
}
