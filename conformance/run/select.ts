import type { Contract, Rule } from '../contract.ts';
import { suggest } from '../suggest.ts';
import { UsageError } from '../usage-error.ts';

/** Which rules a run is about; absent means all of them. */
export interface Selection {
  /** Rule ids; `*` stands for any text. */
  readonly only?: readonly string[];
  /** Operation ids. */
  readonly operation?: readonly string[];
  readonly area?: readonly string[];
}

/** Area of a rule: that of its operation, else its kind. */
export function areaOf(rule: Rule, contract: Contract): string {
  return contract.operations.find(({ id }) => id === rule.operation)?.area ?? rule.kind;
}

/** The rules of a contract that were asked for; throws `UsageError` when a name fits none. */
export function selectRules(contract: Contract, { only, operation, area }: Selection): Rule[] {
  const { rules } = contract;
  const areas = new Map(rules.map((rule) => [rule, areaOf(rule, contract)]));
  const patterns = (only ?? []).map((pattern) => {
    const expression = globOf(pattern);
    if (rules.some(({ id }) => expression.test(id))) return expression;
    throw new UsageError(
      `No rule of this host is "${pattern}".${suggest(
        pattern,
        rules.map(({ id }) => id),
      )}`,
    );
  });
  known(
    'operation',
    operation,
    contract.operations.map(({ id }) => id),
  );
  known('area', area, [...new Set(areas.values())]);

  return rules.filter(
    (rule) =>
      (patterns.length === 0 || patterns.some((pattern) => pattern.test(rule.id))) &&
      (!operation?.length || operation.includes(rule.operation ?? '')) &&
      (!area?.length || area.includes(areas.get(rule) ?? '')),
  );
}

function known(what: string, names: readonly string[] | undefined, all: readonly string[]): void {
  for (const name of names ?? []) {
    if (!all.includes(name)) throw new UsageError(`No ${what} of this host is "${name}".${suggest(name, all)}`);
  }
}

/** A pattern of rule ids as an expression; `*` stands for any text. */
export function globOf(pattern: string): RegExp {
  return new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  );
}
