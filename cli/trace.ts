import type { Model, Rule, Statement } from '#generators/model/types.ts';

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

/** The trace of every statement of the documents. */
export interface Trace {
  readonly rows: readonly TraceRow[];
  /** Statements that no entry references and that are not excluded. */
  readonly unaccounted: readonly Statement[];
  /** Rules of tier must that the suite has no check for. */
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
  const checked = (rule: Rule) => rule.unobservable !== undefined || hasCheck(rule);

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
    unaccounted: statements.filter((each) => !accounted(each)),
    unchecked: model.rules.filter((rule) => rule.tier === 'must' && !checked(rule)).map(({ id }) => id),
    statements: statements.map(({ id, excluded }) => ({
      id,
      entries: entriesOf(id),
      rules: (rulesOf.get(id) ?? []).map((rule) => rule.id),
      ...(excluded !== undefined && { excluded }),
    })),
  };
}

function byStatement(rules: readonly Rule[]): Map<string, Rule[]> {
  const found = new Map<string, Rule[]>();
  for (const rule of rules) {
    for (const id of rule.from) found.set(id, [...(found.get(id) ?? []), rule]);
  }
  return found;
}
