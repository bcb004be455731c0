import type { HostView, Model, PaymentProfile } from '../model/types.ts';
import { type Code, code, join, namespace, symbol, typeSymbol } from '../output/code.ts';
import { printModule } from '../output/module.ts';
import { foldersOf, sourcesOf } from '../output/sources.ts';
import { renderCode } from '../output/templating.ts';
import type { Emitter } from './emitter.ts';
import { errorTable } from './errors.ts';
import { limitTable } from './limits.ts';
import { transportOf } from './transport.ts';
import { docstring, literal, literalFields, objectLiteral } from './typescript/literal.ts';
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
  const entries = model.hosts.map(({ host }) => ({
    id: literal(host.id),
    name: symbol(hostName(host.id), `hosts/${host.id}.ts`),
  }));
  const head = { path: 'hosts/index.ts', emitter: 'hosts', sources: foldersOf(model, entities) };
  return printModule(head, [
    renderCode('hosts.ts', {
      HostDefinition,
      entries,
      ids: join(
        entries.map(({ id }) => id),
        ' | ',
      ),
    }),
  ]);
}

function hostName(id: string): string {
  return `${camelCase(id)}Host`;
}

function hostModule(model: Model, view: HostView) {
  const { host } = view;
  const { id, title, auth, keys, freeCalls, prefix, absent } = host;
  const webhooks = webhooksOf(view);
  const body = renderCode('host.ts', {
    HostDefinition,
    routesOn: symbol('routesOn', '@tollwright/runtime/operation/define'),
    operations: namespace('operations', 'operations/index.ts', 'values'),
    name: hostName(host.id),
    doc: docstring(`${title}.`),
    fields: Object.entries(literalFields({ id, title, auth, keys, freeCalls, prefix, absent, webhooks })).map(
      ([name, value]) => ({
        name,
        value,
      }),
    ),
    payment: host.payment ? objectLiteral(paymentFields(model, view, host.payment)) : '',
    settlement: host.settlement ? literal(host.settlement) : '',
    providerNames: host.providerNames ? literal(host.providerNames) : '',
    id: literal(id),
    prefix: literal(prefix),
    errors: tableField('errors', tableName(model, errorTable, view)),
    limits: tableField('limits', tableName(model, limitTable, view)),
  });
  return printModule({ path: `hosts/${id}.ts`, emitter: 'hosts', sources: sourcesOf(model, [`host/${id}`]) }, [body]);
}

const HostDefinition = typeSymbol('HostDefinition', '@tollwright/runtime/operation/host');

/** The field of a host for one of the tables, which has the same name unless the host has a table of its own. */
function tableField(field: string, table: string): Code {
  const imported = symbol(table, `${field}.ts`);
  return field === table ? imported : code`${field}: ${imported}`;
}

/** The webhooks that a host sends, as the runtime reads them. */
function webhooksOf({ operations }: HostView) {
  const sent = operations.flatMap(({ id: operation, webhooks = [] }) =>
    webhooks.map(({ id, to, states, poll }) => ({ id, operation, to, states, poll })),
  );
  return sent.length > 0 ? sent : undefined;
}

/** The fields of a payment that the runtime reads, as code. */
function paymentFields(
  model: Model,
  view: HostView,
  { version: _, windowStatus: __, networkStatus: ___, transport: ____, also, ...payment }: PaymentProfile,
): Record<string, Code | undefined> {
  const others = also?.map(({ status: _____, ...network }) => network);
  return { ...literalFields({ ...payment, ...(others && { also: others }) }), transport: transportOf(model, view) };
}
