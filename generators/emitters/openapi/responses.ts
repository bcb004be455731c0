import { usualLargestBody } from '../../language/operation.ts';
import type { Body, ErrorEntry, HostView, JsonSchema, Operation, Response } from '../../model/types.ts';
import { pascalCase } from '../typescript/names.ts';
import { errorSchemaName, receiptHeaderReferences, refusalHeaderReferences, toOpenApi } from './components.ts';
import { errorsOf, pipelineErrors } from './errors.ts';
import { idempotencyKeyUsed, idempotencyKeyUsedName, takesIdempotencyKey } from './idempotency.ts';

/** The answers of an operation by HTTP status: its own, its errors and what the pipeline answers for it. */
export function responsesOf(operation: Operation, view: HostView): JsonSchema {
  const own = operation.responses.map(
    (response) => [String(response.http), answer(response, operation, view)] as const,
  );
  const possible = errorsOf(operation, view);
  const errors = Map.groupBy(possible, ({ http }) => String(http));
  const failures = [...errors].map(([http, entries]) => {
    const shared = failureName(entries, operation, view);
    return [
      http,
      shared === undefined ? failure(entries, operation, view) : { $ref: `#/components/responses/${shared}` },
    ] as const;
  });
  const refused = operation.body
    ? [['413', { $ref: `#/components/responses/${refusalName(operation.body)}` }] as const]
    : [];
  const repeated = takesIdempotencyKey(operation)
    ? [['409', { $ref: `#/components/responses/${idempotencyKeyUsedName}` }] as const]
    : [];
  const passed = possible.filter((error) => error.passed).map(passedOn);
  return Object.fromEntries([...own, ...refused, ...repeated, ...failures, ...passed].sort());
}

/** The response of a provider that is passed on: any status of its hundred, and any body. */
function passedOn(error: ErrorEntry): readonly [string, JsonSchema] {
  const bodies = error.body ? [reference(errorSchemaName(error))] : [];
  const schema = choice([...bodies, { description: 'Any other body' }]);
  const { summary: description, from } = error;
  const content = { 'application/json': { schema } };
  return [`${Math.floor(error.http / 100)}XX`, { description, content, 'x-from': from }];
}

/** The response to a body that is too long. The documents leave the bound open. */
function refusal({ largest = usualLargestBody }: Body): JsonSchema {
  const schema = { type: 'object', required: ['error'], properties: { error: { type: 'string' } } };
  return {
    description: `The body has more than ${largest} bytes, or too many values`,
    content: { 'application/json': { schema } },
    'x-largest-body': largest,
  };
}

function refusalName({ largest = usualLargestBody }: Body): string {
  return `BodyOver${largest}Bytes`;
}

function answer({ http, description, from, ...response }: Response, operation: Operation, view: HostView): JsonSchema {
  const settles = operation.auth === 'payment' || operation.machine?.role === 'poll';
  return {
    description,
    // A job that is accepted settles later.
    ...headers(response.headers, settles && http < 300 && http !== 202 ? receiptHeaderReferences(view) : {}),
    ...(http !== 204 && { content: content(response, operation) }),
    'x-from': from,
  };
}

function content(
  { contentType, also = [], schema }: Pick<Response, 'contentType' | 'also' | 'schema'>,
  { stream }: Operation,
): JsonSchema {
  return {
    [contentType]: schema ? { schema: toOpenApi(schema) } : {},
    ...Object.fromEntries(also.map((type) => [type, {}])),
    ...(stream && {
      'text/event-stream': { schema: { description: `Sent when ${stream.when.text}`, type: 'string' } },
    }),
  };
}

/** The responses to failures that operations share, by name. */
export function sharedFailures(view: HostView): Readonly<Record<string, JsonSchema>> {
  const shared = new Map<string, JsonSchema>();
  for (const operation of view.operations) {
    for (const errors of Map.groupBy(errorsOf(operation, view), ({ http }) => http).values()) {
      const name = failureName(errors, operation, view);
      if (name !== undefined) shared.set(name, failure(errors, operation, view));
    }
    if (operation.body) shared.set(refusalName(operation.body), refusal(operation.body));
    if (takesIdempotencyKey(operation)) shared.set(idempotencyKeyUsedName, idempotencyKeyUsed);
  }
  return Object.fromEntries([...shared].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The name of a response to failures, after its errors; none where the operation's challenge is its own. */
function failureName(errors: readonly ErrorEntry[], operation: Operation, view: HostView): string | undefined {
  const [{ http } = { http: 0 }] = errors;
  if (http === 402 && operation.payment?.challenge) return undefined;
  const pipeline = pipelineErrors(operation, view);
  const own = errors.filter(({ id }) => !pipeline.includes(id)).map(({ id }) => pascalCase(id));
  const usual = own.length < errors.length ? [http === 401 ? 'Unauthorized' : 'PaymentRequired'] : [];
  return [...own, ...usual].join('Or');
}

function failure(errors: readonly ErrorEntry[], { auth, payment }: Operation, view: HostView): JsonSchema {
  const challenge = payment?.challenge;
  const asks = errors.some(({ http }) => http === 402) && (auth === 'payment' || auth === 'wallet');
  const bodies = errors.flatMap((error) => (error.body ? [reference(errorSchemaName(error))] : []));
  const asked = [reference('PaymentRequired'), ...(challenge ? [toOpenApi(challenge)] : [])];
  const alternatives = [...(asks ? [all(asked)] : []), ...bodies];
  const open = bodies.length < errors.length && alternatives.length > 0 && !asks;

  return {
    description: errors.map(({ summary }) => summary).join('; or: '),
    ...headers(Object.assign({}, ...errors.map((error) => error.headers)), asks ? refusalHeaderReferences(view) : {}),
    content: {
      'application/json': {
        schema: choice(open ? [...alternatives, { description: 'Any other body' }] : alternatives),
      },
    },
    'x-from': [...new Set(errors.flatMap(({ from }) => from))],
  };
}

function headers(schemas: Readonly<Record<string, JsonSchema>>, references: JsonSchema = {}): JsonSchema {
  const own = Object.entries(schemas).map(([name, schema]) => [name, { schema: toOpenApi(schema) }] as const);
  const all = { ...Object.fromEntries(own), ...references };
  return Object.keys(all).length > 0 ? { headers: all } : {};
}

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function all(schemas: readonly JsonSchema[]): JsonSchema {
  const [only] = schemas;
  return only && schemas.length === 1 ? only : { allOf: schemas };
}

/** Any of the schemas; without one, any JSON. */
function choice(schemas: readonly JsonSchema[]): JsonSchema {
  const [only] = schemas;
  return schemas.length > 1 ? { anyOf: schemas } : (only ?? {});
}
