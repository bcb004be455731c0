/** What there is to compare on each side. */

import { variablesOf } from '../cel/variables.ts';
import type { JsonSchema, Machine, Price, Rule, Service, Transition } from '../model/types.ts';
import { fieldsOf, type Site } from './fields/fields.ts';
import type { ComparedOperation, ComparedView, Release } from './side.ts';
import { type Thing, thing } from './things.ts';

/** What belongs to a release as a whole. */
export function wholeThings({ service, documents, statements, questions, hosts }: Release): Thing[] {
  return [
    thing('service', service.id, service, { parts: serviceParts(service) }),
    ...documents.map((document) => thing('document', document.id, document, { entry: `service/${service.id}` })),
    ...[...statements.values()].map((statement) =>
      thing('statement', statement.id, statement, { from: [statement.id] }),
    ),
    ...questions.map((question) => thing('question', question.id, question, { from: question.statements })),
    ...hosts.map((view) => thing('host', view.host.id, view, { parts: hostParts(view), from: view.host.from })),
  ];
}

function serviceParts({ id: _, constants, ...rest }: Service): Record<string, unknown> {
  // A decimal with another zero at its end is the same.
  const plain = (text: string) => (/^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text);
  const decimals = Object.entries(constants).map(([name, text]) => [name, plain(text)]);
  return { ...rest, constants: Object.fromEntries(decimals) };
}

function hostParts({ host }: ComparedView): Record<string, unknown> {
  const { payment, id: _, from: __, status: ___, ...rest } = host;
  return { ...rest, ...prefixed('payment', payment) };
}

/** What one host has, except what belongs to one of its operations. */
export function hostThings(view: ComparedView): Thing[] {
  const ruleIds = rulesBySubject(view.rules);
  return [
    ...Object.values(view.prices).map((price) =>
      thing('price', price.id, price, {
        parts: { ...price, id: undefined, from: undefined, status: undefined, constants: constantsIn(price, view) },
        rules: () => ruleIds(price.id),
      }),
    ),
    ...Object.values(view.catalogs).flatMap((catalog) => [
      thing('catalog', catalog.id, catalog, { without: ['entries'] }),
      ...catalog.entries.map((entry) =>
        thing('catalog-entry', `${catalog.id}.${entry.label}`, entry, {
          parts: { status: entry.status, open: entry.open, ...entry.values },
          entry: `catalog/${catalog.id}`,
          path: ['entries', entry.label],
        }),
      ),
    ]),
    ...Object.values(view.machines).flatMap((machine) => [
      thing('machine', machine.id, machine, { without: ['transitions', 'always'] }),
      ...machine.transitions.map((transition, index) =>
        thing('transition', transitionId(transition, machine), transition, {
          entry: `machine/${machine.id}`,
          path: ['transitions', String(written(machine.transitions, index))],
          from: transition.statements,
          rules: () => [transition.id],
        }),
      ),
      ...machine.always.map((invariant, index) =>
        thing('invariant', invariant.id, invariant, {
          entry: `machine/${machine.id}`,
          path: ['always', String(index)],
          rules: () => [invariant.id],
        }),
      ),
    ]),
    ...Object.values(view.errors).flatMap((error) => {
      const site = { scope: 'error-field', in: 'error', entry: `error/${error.id}`, rules: () => [] } as const;
      const inner = { ...site, status: error.http };
      return [
        thing('error', error.id, error, { without: ['body', 'headers'], rules: () => ruleIds(error.id) }),
        ...(error.body ? fieldsOf(error.body, { ...inner, prefix: error.id, at: ['body'] }, view.schemas) : []),
        ...headersOf(error.headers, { ...inner, prefix: `${error.id}.headers`, at: ['headers'] }, view),
      ];
    }),
    ...view.limits.map((limit) => thing('limit', limit.id, limit, { rules: () => ruleIds(limit.id) })),
    ...view.scenarios.map((scenario) =>
      thing('scenario', scenario.id, scenario, { rules: () => ruleIds(scenario.id) }),
    ),
  ];
}

/** An operation itself; what is in its requests and responses is compared apart. */
export function operationThing(operation: ComparedOperation, id: string): Thing<'operation'> {
  const { body, extras, price, payment, stream, ...rest } = operation;
  const parts = {
    ...rest,
    ...prefixed('body', body),
    ...prefixed('payment', payment),
    ...prefixed('stream', stream),
    ...prefixed('extras', extras),
    price: price && { ...price },
  };
  const apart = ['id', 'from', 'status', 'query', 'params', 'headers', 'cookies', 'responses', 'conditions', 'ensures'];
  const inner = ['body.schema', 'body.status', 'payment.challenge', 'payment.from', 'payment.status'];
  for (const name of [...apart, ...inner, 'stream.from', 'stream.status', 'errors']) delete parts[name as never];
  return thing('operation', id, operation, {
    parts: { ...parts, id: operation.id, errors: [...operation.errors].sort() },
    entry: `operation/${operation.id}`,
    rules: () => [`${operation.id}.exists`],
  });
}

/** What is in the requests and responses of an operation, under the id that both sides know it by. */
export function innerThings(operation: ComparedOperation, view: ComparedView, id: string): Thing[] {
  const rules = rulesOfFields(view.rules, operation.id);
  const entry = `operation/${operation.id}`;
  const request = (part: 'body' | 'query' | 'params' | 'headers' | 'cookies', schema?: JsonSchema): Thing[] => {
    const at = part === 'body' ? ['body', 'schema'] : [part];
    const site: Omit<Site, 'rules'> = {
      scope: 'request-field',
      prefix: `${id}.${part}`,
      in: part,
      operation,
      entry,
      at,
    };
    return schema ? fieldsOf(schema, { ...site, rules: rules(part) }, view.schemas) : [];
  };
  return [
    ...request('params', operation.params),
    ...request('query', operation.query),
    ...request('headers', operation.headers),
    ...request('cookies', operation.cookies),
    ...request('body', operation.body?.schema),
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
        thing('response', prefix, response, {
          without: ['schema', 'headers'],
          entry,
          path,
          rules: () => rulesOfStatus(view.rules, operation.id, status),
        }),
        ...(response.schema ? fieldsOf(response.schema, body, view.schemas) : []),
        ...headersOf(response.headers, { ...header, prefix: `${prefix}.headers`, at: [...path, 'headers'] }, view),
      ];
    }),
    ...(challenge ? fieldsOf(challenge, asked, view.schemas) : []),
  ];
}

function headersOf(
  headers: Readonly<Record<string, JsonSchema>>,
  site: Omit<Site, 'scope'>,
  view: ComparedView,
): Thing[] {
  return Object.entries(headers).flatMap(([name, schema]) => {
    const own: Site = {
      ...site,
      scope: 'response-header',
      prefix: `${site.prefix}.${name}`,
      at: [...site.at, name],
      rules: (path) => site.rules([name, ...path]),
    };
    return fieldsOf(schema, own, view.schemas);
  });
}

function prefixed(prefix: string, value: object | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value ?? {}).map(([name, inner]) => [`${prefix}.${name}`, inner]));
}

/** Rules about all that is in a response of a status. */
function rulesOfStatus(rules: readonly Rule[], operation: string, status: number): readonly string[] {
  const isOfIt = ({ schema }: Rule) =>
    schema?.status === status && (schema.in === 'response' || schema.in === 'headers');
  return rules.filter((rule) => rule.operation === operation && isOfIt(rule)).map(({ id }) => id);
}

/** Rules of one operation about its fields, by where they stand. */
function rulesOfFields(rules: readonly Rule[], operation: string) {
  return (part: string, status?: number) =>
    (path: readonly string[]): readonly string[] =>
      rules
        .filter(
          (rule) =>
            rule.operation === operation &&
            rule.schema?.in === part &&
            rule.schema.status === status &&
            rule.schema.path.join('.') === path.join('.'),
        )
        .map(({ id }) => id);
}

function rulesBySubject(rules: readonly Rule[]): (subject: string) => readonly string[] {
  return (subject) => rules.filter((rule) => rule.subject === subject).map(({ id }) => id);
}

function lastStep(id: string): string {
  return id.slice(id.lastIndexOf('.') + 1);
}

/** The constants that the amount of a price depends on, by name. */
function constantsIn({ formula, inputs }: Price, { service }: ComparedView): Readonly<Record<string, string>> {
  const read = new Set([formula, ...Object.values(inputs)].flatMap(({ tree }) => variablesOf(tree)));
  return Object.fromEntries(Object.entries(service.constants).filter(([name]) => read.has(name)));
}

/** The id of a transition, which for the only timer of a state does not depend on its seconds. */
function transitionId(transition: Transition, { transitions }: Machine): string {
  const state = transition.from.join();
  const timers = transitions.filter(({ from, after }) => after !== undefined && from.join() === state);
  const isOnly = transition.after !== undefined && timers.length === 1;
  return isOnly ? transition.id.replace(/after-\d+s/, 'after') : transition.id;
}

/** The place in the list as it is written of a transition: one that leaves several states is written once. */
function written(transitions: readonly Transition[], index: number): number {
  const lines = transitions.slice(0, index + 1).map(({ on, to, effects }) => JSON.stringify([on, to, effects]));
  return lines.filter((line, at) => at > 0 && line !== lines[at - 1]).length;
}
