/** Assembles the contract of one host from the shared parts and the parts of the host. */

import { assembleRules } from './assemble-rules.ts';
import type { Contract, Host } from './host.ts';
import type { Operation } from './operation.ts';
import { type Fields, isFields, patched } from './patch.ts';
import { type EntryKind, entryKinds, type HostFile, type SharedParts } from './shared.ts';
import type { Json } from './value.ts';

/** Puts the contract of a host together. The parts came from the generator, so that the result is a contract. */
export function assemble(shared: SharedParts, { host, differences }: HostFile): Contract {
  const entriesOf = (kind: EntryKind): Record<string, Fields> => {
    const { '*': all = {}, ...own } = differences[kind] ?? {};
    const found: Record<string, Fields> = {};
    for (const [id, { hosts = shared.usual, ...entry }] of Object.entries(shared.entries[kind])) {
      if (!hosts.includes(host.id)) continue;
      found[id] = patched(patched(entry, all), own[id] ?? {});
    }
    return found;
  };
  const entries = Object.fromEntries(entryKinds.map((kind) => [kind, withFormulas(entriesOf(kind), shared)]));
  const { operations = {}, limits = {}, scenarios = {}, schemas, ...maps } = entries;
  const named = Object.fromEntries(Object.entries(maps).map(([kind, map]) => [kind, withIds(map)]));
  const served = Object.entries(operations).map(([id, operation]) => operationOf(id, operation, host));
  const assembled = {
    contract: 1,
    service: shared.service,
    host: withTransport(host, shared),
    schemas,
    operations: served,
    ...named,
    limits: Object.values(withIds(limits)).map((limit) => limitOf(limit, operations)),
    scenarios: Object.values(withIds(scenarios)),
  };
  // What was cut up by the generator's types is put together again.
  const bare = assembled as unknown as Omit<Contract, 'rules' | 'statements'>;
  const rules = assembleRules(shared, bare);
  const cited = [...new Set(rules.flatMap(({ from }) => from))].sort();
  const statements = cited.flatMap((id) => {
    const statement = shared.statements[id];
    return statement ? [[id, statement] as const] : [];
  });
  return { ...bare, rules, statements: Object.fromEntries(statements) };
}

/** A host that is paid, with the shared transport unless it has its own. */
function withTransport(host: HostFile['host'], { transport }: Pick<SharedParts, 'transport'>): Fields {
  return transport && isFields(host.payment) ? { ...host, payment: { transport, ...host.payment } } : host;
}

function withIds(entries: Readonly<Record<string, Fields>>): Record<string, Fields> {
  return Object.fromEntries(Object.entries(entries).map(([id, entry]) => [id, { id, ...entry }]));
}

/** Default values of an operation. */
const plain = { from: [], status: 'stated', wide: [], errors: [] } as const;

/** Default values of a response. */
const plainResponse = { headers: {}, from: [], status: 'stated' } as const;

/** An operation with its paths on a host, and with the responses and conditions that it has there. */
function operationOf(id: string, entry: Fields, host: Pick<Host, 'id' | 'prefix'>): Fields {
  const { path, responses, conditions, ensures, segments, ...rest } = entry;
  const template = String(path).replace('{prefix}', host.prefix);
  const own = isFields(segments) ? segments : {};
  return {
    id,
    ...plain,
    ...rest,
    segments: own,
    template,
    path: Object.entries(own).reduce((text, [name, segment]) => text.replace(`{${name}}`, String(segment)), template),
    responses: fieldsIn(responses).map((response) => ({ ...plainResponse, ...response })),
    conditions: onHost(conditions, host),
    ensures: onHost(ensures, host),
  };
}

/** The entries of a list that a host has. */
function onHost(list: Json | undefined, { id }: Pick<Host, 'id'>): Fields[] {
  return fieldsIn(list).flatMap(({ hosts, ...entry }) => (Array.isArray(hosts) && !hosts.includes(id) ? [] : [entry]));
}

function fieldsIn(list: Json | undefined): Fields[] {
  return Array.isArray(list) ? list.filter(isFields) : [];
}

/** A limit with those of its operations that the host serves. */
function limitOf(limit: Fields, served: Readonly<Record<Operation['id'], Fields>>): Fields {
  const { operations } = limit;
  const counted = Array.isArray(operations) ? operations.filter((id) => String(id) in served) : [];
  return { ...limit, operations: counted };
}

/** Puts formulas in the place of their texts, `{"$cel": text}`. */
function withFormulas<T extends Json>(value: T, shared: Pick<SharedParts, 'formulas'>): T;
function withFormulas(value: Json, { formulas }: Pick<SharedParts, 'formulas'>): Json {
  const visit = (each: Json): Json => {
    if (typeof each !== 'object' || each === null) return each;
    if (Array.isArray(each)) return each.map(visit);
    const fields = each as Fields;
    const text = fields.$cel;
    if (typeof text === 'string') return { text, tree: formulas[text] as unknown as Json };
    const result: Record<string, Json> = {};
    for (const name in fields) result[name] = visit(fields[name] ?? null);
    return result;
  };
  return visit(value);
}
