import type { Emitter } from '../emitter.ts';
import type { HostView, Model, Operation } from '../model/types.ts';
import { once } from '../once.ts';
import { createModule, type Module } from '../output/module.ts';
import { sourcesOf } from '../output/sources.ts';
import { errorTable } from './errors.ts';
import { limitTable } from './limits.ts';
import { operationNames } from './operations/module.ts';
import { foldersOf } from './typescript/folders.ts';
import { literal } from './typescript/literal.ts';
import { camelCase } from './typescript/names.ts';
import { tableName } from './typescript/table.ts';
import { operationsOf } from './typescript/variants.ts';

/** Emits each host: how it is paid, and the path under which it serves each operation. */
export const hosts: Emitter = {
  name: 'hosts',
  emit: (model) => [
    ...model.hosts.map((view) => ({ ...hostModule(model, view), host: view.host.id })),
    ...sharedOf(model).map((shared) => sharedModule(model, shared)),
    indexModule(model),
  ],
};

function indexModule(model: Model) {
  const entities = model.hosts.map(({ host }) => `host/${host.id}`);
  const module = createModule('hosts/index.ts', 'hosts', foldersOf(model, entities));
  module.useType('HostDefinition', '#runtime/operation.ts');
  const entries = model.hosts.map(({ host }) => ({
    id: literal(host.id),
    name: module.use(hostName(host.id), `hosts/${host.id}.ts`),
  }));
  return module.render('hosts.ts', { entries });
}

function hostName(id: string): string {
  return `${camelCase(id)}Host`;
}

function hostModule(model: Model, view: HostView) {
  const { host } = view;
  const module = createModule(`hosts/${host.id}.ts`, 'hosts', sourcesOf(model, [`host/${host.id}`]));
  module.useType('HostDefinition', '#runtime/operation.ts');
  const shared = sharedOf(model).find(({ views }) => views.includes(view));
  const own = view.operations.filter((operation) => !shared?.keys.has(routeOf(model, view, operation).key));
  return module.render('host.ts', {
    name: hostName(host.id),
    title: host.title,
    fields: literal({
      id: host.id,
      title: host.title,
      auth: host.auth,
      prefix: host.prefix,
      absent: host.absent,
    }).slice(2, -2),
    payment: host.payment ? literal(paymentOf(host.payment)) : '',
    shared: shared && module.use(sharedName(shared), `hosts/${shared.name}.ts`),
    routes: own.map((operation) => routeText(model, view, operation, module)),
    errors: field('errors', module.use(tableName(model, errorTable, view), 'errors.ts')),
    limits: field('limits', module.use(tableName(model, limitTable, view), 'limits.ts')),
  });
}

/** Routes that some hosts of a group serve alike, under the same paths. */
interface Shared {
  readonly name: string;
  readonly views: readonly HostView[];
  readonly keys: ReadonlySet<string>;
}

/** What each group of hosts has in common: of the routes that some of its hosts share, the largest set. */
const sharedOf = once((model: Model): readonly Shared[] =>
  [...Map.groupBy(model.hosts, ({ host }) => host.group)].flatMap(([name, views]) => {
    const hosts = new Map<string, HostView[]>();
    for (const view of views) {
      for (const operation of view.operations) {
        const { key } = routeOf(model, view, operation);
        hosts.set(key, [...(hosts.get(key) ?? []), view]);
      }
    }
    const sets = Map.groupBy(hosts, ([, served]) => served.map(({ host }) => host.id).join());
    const [largest = []] = [...sets.values()].sort((a, b) => b.length - a.length);
    const served = largest[0]?.[1] ?? [];
    return served.length > 1 ? [{ name, views: served, keys: new Set(largest.map(([key]) => key)) }] : [];
  }),
);

function sharedModule(model: Model, shared: Shared) {
  const sources = shared.views.map(({ host }) => `host/${host.id}`);
  const module = createModule(`hosts/${shared.name}.ts`, 'hosts', foldersOf(model, sources));
  module.useType('Route', '#runtime/operation.ts');
  const [view] = shared.views;
  const operations = view?.operations.filter((each) => shared.keys.has(routeOf(model, view, each).key)) ?? [];
  return module.render('routes.ts', {
    name: sharedName(shared),
    hosts: shared.views.map(({ host }) => `\`${host.id}\``).join(', '),
    routes: view ? operations.map((operation) => routeText(model, view, operation, module)) : [],
  });
}

function sharedName({ name }: Shared): string {
  return `${camelCase(name)}Routes`;
}

function routeOf(model: Model, view: HostView, { id, path, wide, segments, template }: Operation) {
  const names = operationNames(model, id, operationsOf(model).get(id) ?? [], view);
  const written = {
    path: literal(pathOf(path, wide)),
    template: Object.keys(segments).length > 0 ? literal(template) : undefined,
  };
  return { names, written, key: JSON.stringify([names, written]) };
}

function routeText(model: Model, view: HostView, operation: Operation, module: Module) {
  const { names, written } = routeOf(model, view, operation);
  return { route: module.use(names.route, names.path), ...written };
}

function field(name: string, value: string): string {
  return name === value ? name : `${name}: ${value}`;
}

function paymentOf({
  version: _,
  windowStatus: __,
  networkStatus: ___,
  ...payment
}: NonNullable<HostView['host']['payment']>) {
  return payment;
}

/** A parameter that may contain slashes is written `{name+}`. */
function pathOf(path: string, wide: readonly string[]): string {
  return wide.reduce((written, name) => written.replace(`{${name}}`, `{${name}+}`), path);
}
