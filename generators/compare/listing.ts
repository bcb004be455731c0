/** The things to compare on each side, except for operations. */

import { variablesOf } from '../cel/walk.ts';
import type { Machine, Price, Rule, Service, Transition, Transport } from '../model/types.ts';
import { fieldsOf, headersOf } from './fields/fields.ts';
import type { ComparedView, Release } from './side.ts';
import { prefixed, type Thing, thing } from './things.ts';

/** The things that belong to a release as a whole. */
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

function hostParts({ host, formerly, described }: ComparedView): Record<string, unknown> {
  const { payment, id: _, from: __, status: ___, ...rest } = host;
  // A payer takes any of the networks, in whatever order they are offered.
  const also = payment?.also?.toSorted((one, other) => (one.network < other.network ? -1 : 1));
  return {
    ...rest,
    formerly,
    ...prefixed('payment', payment && { ...payment, also, transport: undefined }),
    ...prefixed('payment.transport', payment && transportParts(payment.transport)),
    ...prefixed('unread', described?.unread),
    schemes: described?.schemes,
    shown: described?.shown,
  };
}

function transportParts(transport: Transport): Record<string, unknown> {
  const { challenge, payment, refusals, receipt, claim, free, extensions } = transport;
  const { headers, versions, encodings, schemas, maxLength } = payment;
  const { headers: receiptHeaders, ...receipts } = receipt;
  const named = { challenge: challenge.headers, payment: headers, receipt: receiptHeaders, receipts };
  return { ...named, body: challenge.body, versions, encodings, schemas, maxLength, refusals, claim, free, extensions };
}

/** The things of one host, except those of its operations. */
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
      const inner = { ...site, error: error.id, status: error.http };
      return [
        thing('error', error.id, error, { without: ['body', 'headers'], rules: () => ruleIds(error.id) }),
        ...(error.body ? fieldsOf(error.body, { ...inner, prefix: error.id, at: ['body'] }, view.schemas) : []),
        ...headersOf(error.headers, { ...inner, prefix: `${error.id}.headers`, at: ['headers'] }, view.schemas),
      ];
    }),
    ...view.limits.map((limit) => thing('limit', limit.id, limit, { rules: () => ruleIds(limit.id) })),
    ...view.scenarios.map((scenario) =>
      thing('scenario', scenario.id, scenario, { rules: () => ruleIds(scenario.id) }),
    ),
  ];
}

function rulesBySubject(rules: readonly Rule[]): (subject: string) => readonly string[] {
  return (subject) => rules.filter((rule) => rule.subject === subject).map(({ id }) => id);
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
