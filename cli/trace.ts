import type { Model, Rule, Statement } from '#generators/model/types.ts';
import type { Results } from '#lab/saboteurs/results.ts';

/** Counts of one kind of statement in one document. */
export interface TraceRow {
  readonly document: string;
  readonly kind: string;
  readonly statements: number;
  readonly encoded: number;
  readonly excluded: number;
  readonly rules: number;
  readonly checks: number;
}

/** Counts of the rules of one host: a rule may be stated on one host and assumed on another. */
export interface HostRow {
  readonly host: string;
  /** Rules that fail a deployment of this host. */
  readonly must: number;
  /** Those with a check; the specification gives the reason why others cannot be observed. */
  readonly checked: number;
  readonly info: number;
  readonly none: number;
}

/** The trace of every statement of the documents. */
export interface Trace {
  readonly rows: readonly TraceRow[];
  readonly hosts: readonly HostRow[];
  /** Statements that no entry references and that are not excluded. */
  readonly unaccounted: readonly Statement[];
  /** Rules of tier must that the suite has no check for, as `<host>: <rule>`. */
  readonly unchecked: readonly string[];
  readonly statements: readonly {
    readonly id: string;
    readonly entries: readonly string[];
    readonly rules: readonly string[];
    readonly excluded?: string;
  }[];
}

/** Traces each statement of the model to the spec entries that reference it, their rules and checks. */
export async function trace(model: Model): Promise<Trace> {
  const { hasCheck } = await import('#conformance/families/index.ts');
  const rulesOf = byStatement(model.rules);
  const statements = [...model.statements.values()];
  const entriesOf = (id: string) => model.references.get(id) ?? [];
  const accounted = (each: Statement) => each.excluded !== undefined || entriesOf(each.id).length > 0;
  const checked = (rule: Rule) => rule.unobservable === undefined && hasCheck(rule);
  const isLeft = (rule: Rule) => rule.tier === 'must' && rule.unobservable === undefined && !hasCheck(rule);

  const groups = Map.groupBy(statements, ({ document, kind }) => `${document} ${kind}`);
  const rows = [...groups.values()].map((group): TraceRow => {
    const rules = new Set(group.flatMap(({ id }) => rulesOf.get(id) ?? []));
    return {
      document: group[0]?.document ?? '',
      kind: group[0]?.kind ?? '',
      statements: group.length,
      encoded: group.filter(({ id }) => entriesOf(id).length > 0).length,
      excluded: group.filter(({ excluded }) => excluded !== undefined).length,
      rules: rules.size,
      checks: [...rules].filter(checked).length,
    };
  });

  return {
    rows: rows.sort((a, b) => a.document.localeCompare(b.document) || a.kind.localeCompare(b.kind)),
    hosts: model.hosts.map(({ host, rules }): HostRow => {
      const of = (tier: Rule['tier']) => rules.filter((rule) => rule.tier === tier);
      const must = of('must');
      const counts = { must: must.length, checked: must.filter(checked).length };
      return { host: host.id, ...counts, info: of('info').length, none: of('none').length };
    }),
    unaccounted: statements.filter((each) => !accounted(each)),
    unchecked: model.hosts.flatMap(({ host, rules }) => rules.filter(isLeft).map(({ id }) => `${host.id}: ${id}`)),
    statements: statements.map(({ id, excluded }) => ({
      id,
      entries: entriesOf(id),
      rules: (rulesOf.get(id) ?? []).map((rule) => rule.id),
      ...(excluded !== undefined && { excluded }),
    })),
  };
}

/**
 * One statement or rule with its statements, entries, saboteurs, rules and checks, as lines of text; `undefined` for an
 * unknown id.
 */
export function follow(model: Model, id: string, saboteurs: Results = {}): readonly string[] | undefined {
  const statement = model.statements.get(id);
  const rules = model.rules.filter((rule) => rule.id === id || rule.from.includes(id));
  if (!statement && rules.length === 0) return undefined;
  const named = statement
    ? [statement]
    : rules.flatMap(({ from }) => from.flatMap((each) => model.statements.get(each) ?? []));
  return [
    ...named.flatMap((each) => [
      ...statementLines(each, model.references.get(each.id) ?? []),
      ...saboteurLines(each, saboteurs),
    ]),
    ...rules.flatMap((rule) => ruleLines(rule, model)),
  ];
}

function statementLines(
  { id, document, section, kind, text, excluded }: Statement,
  entries: readonly string[],
): string[] {
  return [
    `${id}  ${text}`,
    `  where     ${document}, ${section} (${kind})`,
    ...(excluded === undefined ? [] : [`  excluded  ${excluded}`]),
    ...(entries.length === 0 ? [] : [`  entries   ${entries.join(', ')}`]),
  ];
}

/** The gateways that break a statement, with the rules that found them. */
function saboteurLines({ id }: Statement, saboteurs: Results): string[] {
  return Object.entries(saboteurs).flatMap(([name, { statement, now, by }]) =>
    statement === id ? `  saboteur  ${name}: ${now}${by.length > 0 ? ` by ${by.join(', ')}` : ''}` : [],
  );
}

/** A rule with its tier on each host. */
function ruleLines({ id, summary, level, unobservable }: Rule, { hosts }: Model): string[] {
  const uses = hosts.flatMap(({ host, rules }) =>
    rules.flatMap((rule) => (rule.id === id ? [{ host: host.id, tier: rule.tier }] : [])),
  );
  const tiers = Map.groupBy(uses, ({ tier }) => tier);
  const on = [...tiers].map(([tier, found]) => `${tier} on ${found.map(({ host }) => host).join(', ')}`);
  return [
    `${id}  ${summary}`,
    `  asserted  ${on.join('; ')}, from level ${level}`,
    ...(unobservable === undefined ? [] : [`  unseen    ${unobservable}`]),
  ];
}

function byStatement(rules: readonly Rule[]): Map<string, Rule[]> {
  const found = new Map<string, Rule[]>();
  for (const rule of rules) {
    for (const id of rule.from) found.set(id, [...(found.get(id) ?? []), rule]);
  }
  return found;
}
