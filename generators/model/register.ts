import type { Kind, Source } from '../language/kinds.ts';
import { linesOf } from './lines.ts';
import type { EntryKind, EntryTypes, Located, Spec } from './spec.ts';
import { pricedByTiers } from './tiers.ts';

/** The place of an entry, without its value; `undefined` for an id that is already taken. */
export type Locate = (id: string) => Omit<Located<unknown>, 'value'> | undefined;

/** Adds what a checked file of a kind holds to the specification. */
export const register: { readonly [K in Kind]: (spec: Spec, source: Source<K>, locate: Locate) => void } = {
  service: (spec, source, locate) => one(spec, 'service', source.service, source, locate),
  host: (spec, source, locate) => one(spec, 'host', source.host, source, locate),
  network: (spec, source, locate) => one(spec, 'network', source.network, source, locate),
  operation: (spec, file, locate) => {
    for (const { id, source } of linesOf(file)) one(spec, 'operation', id, source, locate);
  },
  price: (spec, source, locate) => one(spec, 'price', source.price, pricedByTiers(source), locate),
  catalog: (spec, source, locate) => one(spec, 'catalog', source.catalog, source, locate),
  machine: (spec, source, locate) => one(spec, 'machine', source.machine, source, locate),
  schemas: (spec, source, locate) => many(spec, 'schema', source.schemas, locate),
  errors: (spec, source, locate) => many(spec, 'error', source.errors, locate),
  limits: (spec, source, locate) => many(spec, 'limit', source.limits, locate),
  webhook: (spec, source, locate) => one(spec, 'webhook', source.webhook, source, locate),
  questions: (spec, source, locate) => many(spec, 'question', source.questions, locate),
  scenarios: (spec, source, locate) => many(spec, 'scenario', source.scenarios, locate),
  protocol: (spec, source, locate) => {
    const { hosts: fileHosts, transport } = source;
    if (transport) one(spec, 'transport', source.protocol, { ...transport, fileHosts }, locate);
    for (const [id, rule] of Object.entries(source.rules ?? {})) {
      one(spec, 'protocol', id, { ...rule, fileHosts }, locate);
    }
  },
  statements: (spec, source, locate) => {
    for (const [id, statement] of Object.entries(source.statements)) {
      const { document, title } = source;
      one(spec, 'statement', id, { ...statement, document, ...(title && { title }) }, locate);
    }
  },
};

function one<K extends EntryKind>(spec: Spec, kind: K, id: string, value: EntryTypes[K], locate: Locate): void {
  const located = locate(id);
  if (located) spec.add(kind, { ...located, value });
}

function many<K extends EntryKind>(
  spec: Spec,
  kind: K,
  values: Readonly<Record<string, EntryTypes[K]>>,
  locate: Locate,
): void {
  for (const [id, value] of Object.entries(values)) one(spec, kind, id, value, locate);
}
