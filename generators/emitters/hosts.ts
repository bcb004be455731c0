import type { Emitter } from '../emitter.ts';
import type { HostView, Model } from '../model/types.ts';
import { createModule } from '../output/module.ts';
import { sourcesOf } from '../output/sources.ts';
import { errorTable } from './errors.ts';
import { limitTable } from './limits.ts';
import { foldersOf } from './typescript/folders.ts';
import { literal } from './typescript/literal.ts';
import { camelCase } from './typescript/names.ts';
import { tableName } from './typescript/table.ts';

/** Emits each host: how it is paid, and the operations that it serves. */
export const hosts: Emitter = {
  name: 'hosts',
  emit: (model) => [
    ...model.hosts.map((view) => ({ ...hostModule(model, view), host: view.host.id })),
    indexModule(model),
  ],
};

function indexModule(model: Model) {
  const entities = model.hosts.map(({ host }) => `host/${host.id}`);
  const module = createModule('hosts/index.ts', 'hosts', foldersOf(model, entities));
  module.useType('HostDefinition', '@tollwright/runtime/operation');
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
  module.useType('HostDefinition', '@tollwright/runtime/operation');
  module.use('routesOn', '@tollwright/runtime/operations');
  module.useAll('operations', 'operations/index.ts', 'value');
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
    id: literal(host.id),
    prefix: literal(host.prefix),
    errors: field('errors', module.use(tableName(model, errorTable, view), 'errors.ts')),
    limits: field('limits', module.use(tableName(model, limitTable, view), 'limits.ts')),
  });
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
