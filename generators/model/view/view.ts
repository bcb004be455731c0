import { once } from '../../common/once.ts';
import type { HostSource } from '../../language/host.ts';
import { pipelineErrors } from '../../language/pipeline.ts';
import { presenceOf, type Selectable, selectableHost, selects, serves } from '../hosts.ts';
import type { Located, Spec } from '../spec.ts';
import type {
  Expression,
  Formula,
  Host,
  HostView,
  Limit,
  Machine,
  Operation,
  Price,
  Scenario,
  Service,
} from '../types.ts';
import { viewCatalog } from './catalog.ts';
import { viewError, viewLimit } from './error.ts';
import { viewHost } from './host.ts';
import { viewMachine } from './machine.ts';
import { type ServingHost, viewOperation } from './operation.ts';
import { viewPrice } from './price.ts';
import { viewScenario } from './scenario.ts';
import { ContractSchemas } from './schema.ts';
import { viewWebhook, withWebhooks } from './webhook.ts';

/** Everything of a specification that holds on one host, except for its rules. */
export type BareView = Omit<HostView, 'rules' | 'statements'>;

/** The parts of views that are the same on every host that has them. */
export interface CommonViews {
  readonly service: Service;
  readonly prices: ReadonlyMap<string, Price>;
  readonly machines: ReadonlyMap<string, Machine>;
  readonly scenarios: ReadonlyMap<string, Scenario>;
}

/** Makes the views that hosts have in common. */
export function commonViews(spec: Spec, service: Service): CommonViews {
  return {
    service,
    prices: mapValues(spec.all('price'), viewPrice),
    machines: mapValues(spec.all('machine'), viewMachine),
    scenarios: mapValues(spec.all('scenario'), viewScenario),
  };
}

function mapValues<S, V>(sources: ReadonlyMap<string, S>, view: (source: S) => V): ReadonlyMap<string, V> {
  return new Map([...sources].map(([id, source]) => [id, view(source)]));
}

/** Makes the view of a host: what it serves, with only the schemas, prices and tables that this uses. */
export function viewOf(spec: Spec, common: CommonViews, located: Located<HostSource>): BareView {
  const host = viewHost(located, spec);
  const selectable = selectableHost(located);
  const schemas = new ContractSchemas(spec, selectable);
  const serving: ServingHost = {
    isSelected: selectable.isSelected,
    own: selectable.own,
    auth: host.auth,
    prefix: host.prefix,
    settles: host.payment?.transport.settles,
    segments: spec.service?.value.segments ?? {},
    presence: (id) => presenceOf(id, selectable),
  };

  const webhooks = [...spec.all('webhook').values()].filter(({ value }) => selects(value.hosts, selectable));
  const served = [...spec.all('operation').values()]
    .filter((operation) => serves(operation, selectable))
    .map((operation) => viewOperation(operation, serving, schemas));
  const operations = withWebhooks(spec, served, common.machines, webhooks);
  const limits = limitsOf(spec, operations, selectable);
  const prices = pick(new Set(operations.flatMap(({ price }) => price?.id ?? [])), common.prices);
  const machines = pick(
    new Set([...operations.flatMap(({ machine }) => machine?.id ?? []), ...lifecycles(spec, host, operations)]),
    common.machines,
  );
  const errors = Object.fromEntries(
    [...errorIds(spec, host, operations, limits, selectable)].sort().flatMap((id) => {
      const error = spec.get('error', id);
      return error ? [[id, viewError(error, selectable, schemas)] as const] : [];
    }),
  );
  const described = webhooks.flatMap((webhook) => viewWebhook(webhook, schemas) ?? []);
  const ids = new Set(operations.map(({ id }) => id));
  const scenarios = [...spec.all('scenario').values()]
    .filter(({ value }) => selects(value.hosts, selectable) && value.steps.every(({ call }) => !call || ids.has(call)))
    .flatMap(({ id }) => common.scenarios.get(id) ?? []);
  const formulas = [...formulasOf(operations, Object.values(prices)), ...formulasOfScenarios(scenarios)];
  const catalogs = Object.fromEntries(
    [...catalogsOf(spec, formulas, ids).union(schemas.catalogs)].sort().flatMap((id) => {
      const catalog = spec.get('catalog', id);
      return catalog ? [[id, viewCatalog(catalog, selectable)] as const] : [];
    }),
  );
  return {
    contract: 1,
    service: common.service,
    host,
    operations,
    prices,
    catalogs,
    machines,
    errors,
    limits,
    scenarios,
    schemas: schemas.used,
    ...(described.length > 0 && { webhooks: described }),
  };
}

/** The catalogs that formulas read, and those that an operation of the host lists. */
function catalogsOf(spec: Spec, formulas: readonly Formula[], operations: ReadonlySet<string>): Set<string> {
  const listed = [...spec.all('catalog')].flatMap(([id, { value }]) =>
    value.live && operations.has(value.live) ? [id] : [],
  );
  return new Set([...formulas.flatMap(({ tree }) => catalogsRead(tree)), ...listed]);
}

function formulasOfScenarios(scenarios: readonly Scenario[]): Formula[] {
  return scenarios.flatMap(({ expects }) => expects.map(({ must }) => must));
}

/** The machines of what every call has: its part of a balance, and its stream. */
function lifecycles(spec: Spec, { auth, keys }: Host, operations: readonly Operation[]): string[] {
  const had = {
    balance: auth === 'bearer' || keys === true,
    stream: operations.some(({ stream }) => stream !== undefined),
  };
  return [...spec.all('machine')].flatMap(([id, { value }]) => (value.of && had[value.of] ? [id] : []));
}

/** Entries by id, sorted; ids that are unknown are left out. */
function pick<V>(ids: ReadonlySet<string>, all: ReadonlyMap<string, V>): Record<string, V> {
  const found = [...ids].sort().flatMap((id) => {
    const entry = all.get(id);
    return entry === undefined ? [] : [[id, entry] as const];
  });
  return Object.fromEntries(found);
}

function limitsOf(spec: Spec, operations: readonly Operation[], host: Selectable): Limit[] {
  const sources = spec.all('operation');
  return [...spec.all('limit').values()].flatMap((limit) => {
    if (limit.value.hosts && !selects(limit.value.hosts, host)) return [];
    const listed = new Set(limit.value.operations);
    const limits = (id: string) => sources.get(id)?.value.limits;
    // Either of the two may name the other.
    const counted = operations.map(({ id }) => id).filter((id) => listed.has(id) || limits(id)?.includes(limit.id));
    return counted.length > 0 ? [viewLimit(limit, counted)] : [];
  });
}

function errorIds(
  spec: Spec,
  host: Host,
  operations: readonly Operation[],
  limits: readonly Limit[],
  selectable: Selectable,
): Set<string> {
  const ids = new Set<string>();
  for (const operation of operations) {
    for (const id of operation.errors) ids.add(id);
    for (const { error } of operation.conditions) if (error) ids.add(error);
  }
  for (const { error } of limits) ids.add(error);
  for (const [id, auth] of Object.entries(pipelineErrors))
    if (auth === 'any' || auth === host.auth || (auth === 'bearer' && host.keys)) ids.add(id);
  for (const id of Object.values(host.payment?.transport.refusals ?? {}))
    if (!spec.get('error', id)?.value.hosts) ids.add(id);
  for (const [id, { value }] of spec.all('error')) if (value.hosts && selects(value.hosts, selectable)) ids.add(id);
  return ids;
}

/** Every formula of operations and prices. */
export function* formulasOf(operations: readonly Operation[], prices: readonly Price[]): Generator<Formula> {
  for (const { conditions, ensures, price, stream } of operations) {
    for (const { when, must } of [...conditions, ...ensures]) {
      if (when) yield when;
      yield must;
    }
    for (const { accepted = [], fields = {} } of conditions) yield* [...accepted, ...Object.values(fields)];
    if (price) yield* [...Object.values(price.inputs), ...Object.values(price.bound ?? {})];
    if (stream) yield stream.when;
  }
  for (const price of prices) {
    if (price.when) yield price.when;
    yield* [...Object.values(price.inputs), ...Object.values(price.bound ?? {})];
    yield price.formula;
    yield* Object.values(price.breakdown);
    yield* detailFormulas(price);
  }
}

/** Every formula of the details of a price. */
export function detailFormulas({ details = {} }: Price): Formula[] {
  return Object.values(details).flatMap(({ when, fields }) => [...(when ? [when] : []), ...Object.values(fields)]);
}

/** The catalogs that an expression reads by a literal name. */
export const catalogsRead = once((tree: Expression): readonly string[] => {
  const ids: string[] = [];
  walk(tree, (node) => {
    if (node.op !== 'call' || !/^(catalog|known|catalog_keys)$/.test(node.name)) return;
    const [first] = node.args;
    if (first?.op === 'string') ids.push(first.value);
  });
  return ids;
});

function walk(value: unknown, visit: (node: Expression) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit);
  else if (typeof value === 'object' && value !== null) {
    // Every object within an expression that has an `op` is an expression.
    if ('op' in value) visit(value as Expression);
    for (const each of Object.values(value)) walk(each, visit);
  }
}
