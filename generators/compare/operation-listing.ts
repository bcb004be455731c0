/** The things to compare of one operation on each side. */

import { once } from '../common/once.ts';
import type { JsonSchema, Rule } from '../model/types.ts';
import { fieldsOf, headersOf, type Site } from './fields/fields.ts';
import type { ComparedOperation, ComparedResponse, ComparedView, MediaByType } from './side.ts';
import { prefixed, type Thing, thing } from './things.ts';

/** An operation itself; what is in its requests and responses is compared apart. */
export function operationThing(operation: ComparedOperation, id: string): Thing<'operation'> {
  const { body, bodyOptional: _, media, unnamed, extras, unread, price, payment, stream, ...rest } = operation;
  const parts = {
    ...rest,
    ...prefixed('body', body),
    ...prefixed('payment', payment),
    ...prefixed('stream', stream),
    ...prefixed('extras', extras),
    ...prefixed('unread', unread),
    encoding: encodingsOf(media),
    price: price && { ...price },
  };
  const apart = ['id', 'from', 'status', 'query', 'params', 'headers', 'cookies', 'responses', 'conditions', 'ensures'];
  const inner = ['body.schema', 'body.status', 'payment.challenge', 'payment.from', 'payment.status'];
  for (const name of [...apart, ...inner, 'stream.from', 'stream.status', 'errors']) delete parts[name as never];
  return thing('operation', id, operation, {
    parts: { ...parts, id: unnamed ? undefined : operation.id, errors: [...operation.errors].sort() },
    entry: `operation/${operation.id}`,
    // No rule judges what the service sends.
    rules: () => (operation.sends ? [] : [`${operation.id}.exists`]),
  });
}

/** How the parts of forms are written, by media type; undefined where nothing is said of it. */
function encodingsOf(media: MediaByType = {}): Readonly<Record<string, JsonSchema>> | undefined {
  const found = Object.entries(media).flatMap(([type, { encoding }]) => (encoding ? [[type, encoding] as const] : []));
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** Parts of requests that parameters make up. */
export const parameters = ['params', 'query', 'headers', 'cookies'] as const;

type Parameter = (typeof parameters)[number];

/** An operation that does not mention a part has none of its parameters; each of them is added or removed alone. */
export const noParameters: JsonSchema = { type: 'object' };

/** The contents of the requests and responses of an operation, under the id that both sides have for it. */
export function innerThings(operation: ComparedOperation, view: ComparedView, id: string): Thing[] {
  const rules = rulesOfFields(view.rules, operation.id);
  const entry = `operation/${operation.id}`;
  const request = (part: Parameter | 'body', schema: JsonSchema, more: Pick<Site, 'at' | 'optional'>): Thing[] => {
    const site = { scope: 'request-field', prefix: `${id}.${part}`, in: part, operation, entry, ...more } as const;
    return fieldsOf(schema, { ...site, rules: rules(part) }, view.schemas);
  };
  const { body, bodyOptional = false } = operation;
  return [
    ...parameters.flatMap((part) => request(part, operation[part] ?? noParameters, { at: [part] })),
    ...(body ? request('body', body.schema, { at: ['body', 'schema'], optional: bodyOptional }) : []),
    ...responseThings(operation, view, id),
    ...operation.conditions.map((condition) =>
      thing('condition', `${id}.${lastStep(condition.id)}`, condition, {
        entry,
        path: ['rules', lastStep(condition.id)],
        rules: () => [condition.id],
      }),
    ),
    ...operation.ensures.map((condition) =>
      thing('ensures', `${id}.response.${lastStep(condition.id)}`, condition, {
        entry,
        path: ['ensures', lastStep(condition.id)],
        rules: () => [condition.id],
      }),
    ),
  ];
}

function responseThings(operation: ComparedOperation, view: ComparedView, id: string): Thing[] {
  const rules = rulesOfFields(view.rules, operation.id);
  const entry = `operation/${operation.id}`;
  const challenge = operation.payment?.challenge;
  const asked: Site = {
    scope: 'response-field',
    prefix: `${id}.challenge`,
    in: 'challenge',
    operation,
    status: 402,
    entry,
    at: ['payment', 'challenge'],
    rules: rules('challenge', 402),
  };
  return [
    ...operation.responses.flatMap((response) => {
      const status = response.http;
      const path = ['responses', String(status)];
      const site = { in: 'response', operation, status, entry, rules: rules('response', status) } as const;
      const header = { ...site, rules: rules('headers', status) } as const;
      const prefix = `${id}.${status}`;
      const body = { ...site, scope: 'response-field', prefix: `${prefix}.body`, at: [...path, 'schema'] } as const;
      return [
        responseThing(response, id, rulesOfStatus(view.rules, operation.id, status)),
        ...(response.schema ? fieldsOf(response.schema, body, view.schemas) : []),
        ...headersOf(
          response.headers,
          { ...header, prefix: `${prefix}.headers`, at: [...path, 'headers'] },
          view.schemas,
        ),
      ];
    }),
    ...(challenge ? fieldsOf(challenge, asked, view.schemas) : []),
  ];
}

/** A response itself, under the id that both sides know its operation by. */
export function responseThing(response: ComparedResponse, id: string, rules: readonly string[]): Thing<'response'> {
  const { http, media } = response;
  const whole = thing('response', `${id}.${http}`, response, {
    without: ['schema', 'headers', 'media'],
    entry: `operation/${id}`,
    path: ['responses', String(http)],
    rules: () => rules,
  });
  return { ...whole, parts: { ...whole.parts, encoding: encodingsOf(media) } };
}

const byOperation = once((rules: readonly Rule[]) => Map.groupBy(rules, ({ operation }) => operation));

function rulesOf(rules: readonly Rule[], operation: string): readonly Rule[] {
  return byOperation(rules).get(operation) ?? [];
}

/** Rules about all that is in a response of a status. */
function rulesOfStatus(rules: readonly Rule[], operation: string, status: number): readonly string[] {
  const isOfIt = ({ schema }: Rule) =>
    schema?.status === status && (schema.in === 'response' || schema.in === 'headers');
  return rulesOf(rules, operation)
    .filter(isOfIt)
    .map(({ id }) => id);
}

/** Rules of one operation about its fields, by where they stand. */
function rulesOfFields(rules: readonly Rule[], operation: string) {
  return (part: string, status?: number): Site['rules'] =>
    (path, fields) => {
      const own = path.join('.');
      return rulesOf(rules, operation)
        .filter(({ schema }) => schema?.in === part && schema.status === status && nearest(schema.path, fields) === own)
        .map(({ id }) => id);
    };
}

/** The field that a path leads to, or else the innermost around it. */
function nearest(path: readonly string[], fields: ReadonlySet<string>): string {
  const lengths = path.map((_, index) => path.length - index);
  return lengths.map((length) => path.slice(0, length).join('.')).find((each) => fields.has(each)) ?? '';
}

function lastStep(id: string): string {
  return id.slice(id.lastIndexOf('.') + 1);
}
