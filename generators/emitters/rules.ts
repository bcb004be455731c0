import type { ErrorEntry, Model, Operation, Rule } from '../model/types.ts';
import { render } from '../output/templating.ts';
import { servingHosts, usualHosts } from './contract/entries.ts';
import type { Emitter } from './emitter.ts';

/** Emits the list of every rule for readers, by area and operation. */
export const rules: Emitter = {
  name: 'rules',
  emit: (model) => [{ path: 'rules.md', text: render('rules.md', pageOf(model)) }],
};

function pageOf(model: Model) {
  const { service, hosts } = model;
  const usual = usualHosts(hosts).join(', ');
  const operations = new Map(hosts.flatMap((view) => view.operations.map((each) => [each.id, each] as const)));
  const areas = Map.groupBy(operations.values(), ({ area }) => area);
  const errors = new Map(hosts.flatMap((view) => Object.values(view.errors).map((each) => [each.id, each] as const)));
  const byOperation = Map.groupBy(model.rules, ({ operation }) => operation);
  const others = Map.groupBy(byOperation.get(undefined) ?? [], ({ kind }) => kind);
  return {
    title: service.title,
    version: service.version,
    total: model.rules.length,
    usual,
    tiers: ['must', 'info', 'none'].map((tier) => ({
      tier,
      count: model.rules.filter((rule) => rule.tier === tier).length,
    })),
    areas: [...areas].sort().map(([area, members]) => ({
      title: heading(area),
      operations: members.map((operation) => operationOf(operation, byOperation.get(operation.id) ?? [], model, usual)),
    })),
    kinds: [...others].sort().map(([kind, found]) => ({ title: heading(kind), rules: found.map(row(usual)) })),
    errors: [...errors.values()].sort((one, other) => (one.id < other.id ? -1 : 1)).map(errorOf),
  };
}

function operationOf(
  { id, summary, method, template }: Operation,
  own: readonly Rule[],
  { hosts }: Model,
  usual: string,
) {
  const serving = servingHosts(hosts).get(id) ?? [];
  const served = serving.join(', ');
  const prefix = hosts.find(({ host }) => host.id === serving[0])?.host.prefix ?? '';
  return {
    id,
    summary,
    route: `${method} ${template.replace(`${prefix}/`, '{prefix}/')}`,
    on: served === usual ? '' : ` Hosts: ${served}.`,
    rules: own.filter(({ kind }) => kind !== 'error').map(row(served)),
    errors: own
      .filter(({ kind }) => kind === 'error')
      .map(({ subject, tier }) => `\`${subject}\`${tier === 'must' ? '' : ` (${tier})`}`)
      .join(', '),
  };
}

/** Rows of a table; hosts are named where they are not the expected ones. */
function row(expected: string): (rule: Rule) => object {
  return ({ id, tier, hosts, summary }) => {
    const on = hosts.join(', ');
    return { id, tier, summary: cell(on === expected ? summary : `${summary} (${on})`) };
  };
}

function errorOf({ id, http, summary }: ErrorEntry) {
  return { id, http, summary: cell(summary) };
}

function heading(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Text that stays within its cell of a Markdown table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
}
