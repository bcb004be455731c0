import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../json-schema/walk.ts';
import type { HostView, Transport } from '../model/types.ts';
import { printJson } from '../output/json.ts';
import { usualHosts } from './contract/entries.ts';
import { Formulas, printTree } from './contract/formulas.ts';
import type { Fields } from './contract/json.ts';
import { kindsOf } from './contract/kinds.ts';
import { printEntries, printItems } from './contract/print.ts';
import { ruleGroups } from './contract/rules.ts';
import type { Emitter } from './emitter.ts';

/**
 * Emits the contract: all that the conformance room knows of the service.
 *
 * Parts that hosts share stand once, under `contracts/shared`. The file of a host has its differences.
 */
export const contract: Emitter = {
  name: 'contract',
  emit({ service, hosts }) {
    const usual = usualHosts(hosts);
    const formulas = new Formulas();
    const kinds = kindsOf(hosts, usual, formulas);
    const files = new Map<string, string>();

    for (const [kind, { shared }] of kinds) {
      if (kind !== 'operations') files.set(kind, flat.has(kind) ? printEntries(shared, 1) : printJson(shared));
      else for (const [area, own] of byArea(shared)) files.set(`operations/${area}`, printJson(own));
    }
    for (const [kind, groups] of ruleGroups(hosts, usual)) files.set(`rules/${kind}`, printItems(groups));
    const transport = hosts.find(({ host }) => host.payment)?.host.payment?.transport;
    files.set('service', printJson({ service, hosts: hosts.map(({ host }) => host.id), usual, transport }));
    files.set('statements', printEntries(statementsOf(hosts), 1));

    const own = hosts.map(({ host }) => {
      const differing = kinds.flatMap(([kind, { differences }]) => {
        const differs = differences[host.id] ?? {};
        return Object.keys(differs).length > 0 ? [[kind, differs] as const] : [];
      });
      const text = printJson({
        contract: 1,
        shared: 'shared/',
        host: withoutTransport(host, transport),
        differences: Object.fromEntries(differing),
      });
      return { path: `contracts/${host.id}.json`, text, host: host.id };
    });
    files.set('formulas', printEntries(formulas.trees(), 1, printTree));
    return [...own, ...[...files].map(([name, text]) => ({ path: `contracts/shared/${name}.json`, text }))];
  },
};

/** A host as its own file has it: a transport that hosts share stands with the service. */
function withoutTransport(host: HostView['host'], shared: Transport | undefined) {
  if (!host.payment || !isDeepStrictEqual(host.payment.transport, shared)) return host;
  const { transport: _, ...payment } = host.payment;
  return { ...host, payment };
}

/** Kinds whose entries are short enough for a line each. */
const flat: ReadonlySet<string> = new Set(['errors', 'schemas']);

function byArea(operations: Fields): ReadonlyMap<string, Fields> {
  const areas = Map.groupBy(Object.entries(operations), ([, fields]) => (isObject(fields) ? String(fields.area) : ''));
  return new Map([...areas].map(([area, own]) => [area, Object.fromEntries(own)]));
}

function statementsOf(hosts: readonly HostView[]): Fields {
  const all: Fields = Object.assign({}, ...hosts.map(({ statements }) => statements));
  return Object.fromEntries(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)));
}
