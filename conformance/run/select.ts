import { suggest, UsageError } from '../common/usage-error.ts';
import { areasOf, operationsOf } from '../contract/area.ts';
import type { Contract, Rule } from '../contract/contract.ts';

/** Which rules a run is about; absent means all of them. */
export interface Selection {
  /** Rule ids; `*` stands for any text. */
  readonly only?: readonly string[] | undefined;
  /** Operation ids. */
  readonly operation?: readonly string[] | undefined;
  readonly area?: readonly string[] | undefined;
}

/** The selected rules of a contract; throws `UsageError` when a name matches none. */
export function selectRules(contract: Contract, { only, operation, area }: Selection): Rule[] {
  const { rules } = contract;
  const patterns = (only ?? []).map((pattern) => {
    const expression = globOf(pattern);
    if (rules.some(({ id }) => expression.test(id))) return expression;
    throw new UsageError(
      `No rule of this host matches "${pattern}".${suggest(
        pattern,
        rules.map(({ id }) => id),
      )}`,
    );
  });
  requireKnown(
    'operation',
    operation,
    contract.operations.map(({ id }) => id),
  );
  if (area?.length) requireKnown('area', area, [...new Set(rules.flatMap((rule) => areasOf(rule, contract)))]);

  return rules.filter(
    (rule) =>
      (patterns.length === 0 || patterns.some((pattern) => pattern.test(rule.id))) &&
      (!operation?.length || operationsOf(rule, contract).some((id) => operation.includes(id))) &&
      (!area?.length || areasOf(rule, contract).some((id) => area.includes(id))),
  );
}

function requireKnown(what: string, names: readonly string[] | undefined, all: readonly string[]): void {
  for (const name of names ?? []) {
    if (!all.includes(name)) throw new UsageError(`This host has no ${what} "${name}".${suggest(name, all)}`);
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
