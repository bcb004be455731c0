/** The rules of one host, put together from the groups in which hosts share them. */

import type { Contract } from './host.ts';
import type { Operation } from './operation.ts';
import { type Fields, patched } from './patch.ts';
import type { Rule } from './rule.ts';
import type { RuleGroup, SharedParts } from './shared.ts';
import type { Provenance, Tier } from './value.ts';

/** Kinds whose rules are each about one operation: that which the id begins with, unless the rule names another. */
const ofOperations: ReadonlySet<string> = new Set([
  'operation',
  'served',
  'pages',
  'accept',
  'condition',
  'ensures',
  'unknown-keys',
  'stream',
  'webhook',
]);

/** One rule as it stands on some hosts. */
interface Row {
  readonly id: string;
  readonly hosts: readonly string[];
  readonly fields: Fields;
}

/** Puts the rules of a host together, sorted by id. */
export function assembleRules(shared: SharedParts, contract: Omit<Contract, 'rules' | 'statements'>): Rule[] {
  const rows = Object.entries(shared.rules).flatMap(([kind, groups]) =>
    groups.flatMap((group) => rowsOf(shared, kind, group)),
  );
  const holding = new Map<string, Set<string>>();
  for (const { id, hosts } of rows) holding.set(id, new Set([...(holding.get(id) ?? []), ...hosts]));
  const operations = new Map(contract.operations.map((operation) => [operation.id, operation]));
  const parts = partsOf(contract);

  const rules: Rule[] = [];
  for (const { id, hosts, fields } of rows) {
    if (!hosts.includes(contract.host.id)) continue;
    const on = shared.hosts.filter((host) => holding.get(id)?.has(host));
    rules.push(ruleOf({ id, hosts: on, ...parts.get(id), ...fields }, operations.get(String(fields.operation))));
  }
  return rules.sort((one, other) => (one.id < other.id ? -1 : 1));
}

function rowsOf(shared: SharedParts, kind: string, { rules, operations, id: template, ...common }: RuleGroup): Row[] {
  const { hosts: some, ...shape } = common;
  // What is left of a group once its rules are taken out is plain JSON.
  const fields = { ...shape, kind } as Fields;
  const hostsOf = (operation: unknown) => shared.entries.operations[String(operation)]?.hosts ?? shared.usual;
  const alike = (operations ?? []).map((operation) => ({
    id: String(template).replaceAll('{operation}', operation),
    hosts: some ?? hostsOf(operation),
    fields: { ...fields, operation },
  }));
  const ofIds = Object.entries(rules ?? {}).map(([id, own]) => {
    const [prefix = ''] = id.split('.');
    const owner =
      ofOperations.has(kind) && Object.hasOwn(shared.entries.operations, prefix) ? { operation: prefix } : {};
    const whole = { ...owner, ...patched(fields, own) };
    return { id, hosts: some ?? hostsOf(whole.operation), fields: whole };
  });
  return [...alike, ...ofIds];
}

/** The fields of rules that other parts of a contract have: operations, conditions, guarantees, expectations of scenarios. */
function partsOf({ operations, scenarios }: Omit<Contract, 'rules' | 'statements'>) {
  const parts = [
    ...operations.flatMap(({ conditions, ensures }) => [...conditions, ...ensures]),
    ...scenarios.flatMap(({ expects }) => expects),
  ];
  const ofWholes = operations.flatMap(({ id, from, status }) =>
    ['exists', 'served'].map((rule): [string, Fields] => [`${id}.${rule}`, { from, status }]),
  );
  return new Map([
    ...ofWholes,
    ...parts.map(({ id, summary, from, status }): [string, Fields] => [id, { summary, from, status }]),
  ]);
}

/** A rule with its tier, and with its level where that depends on who may call. */
function ruleOf(fields: Fields, operation: Operation | undefined): Rule {
  const { level, status = 'stated', ...rest } = fields;
  // The generator wrote every field of a rule but these.
  return { ...rest, status, tier: tierOf(status), level: levelOf(level, operation) } as unknown as Rule;
}

function tierOf(status: Fields[string] | Provenance['status']): Tier {
  if (status === 'unknown') return 'none';
  return status === 'assumed' ? 'info' : 'must';
}

/**
 * The level at which a rule can be seen on a host.
 *
 * A `response` is free where no payment is needed for it, a `refusal` also where a payment would come after it.
 */
function levelOf(level: Fields[string] | undefined, operation: Operation | undefined): Rule['level'] {
  if (level === 'free' || level === 'paid' || level === 'controlled') return level;
  const { auth } = operation ?? {};
  return auth === 'none' || (level === 'refusal' && auth === 'payment') ? 'free' : 'paid';
}
