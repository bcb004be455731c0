import { suggest, UsageError } from '../common/usage-error.ts';
import { areaOf, areasOf, operationsOf } from '../contract/area.ts';
import type { Contract, Rule } from '../contract/contract.ts';

/** Which rules a run is about; absent means all of them. */
export interface Selection {
  /** Rule ids; `*` stands for any text. */
  readonly only?: readonly string[];
  /** Operation ids. */
  readonly operation?: readonly string[];
  readonly area?: readonly string[];
  /** `smoke`: a few quick rules that show whether a deployment works at all. */
  readonly profile?: 'smoke';
}

/** The selected rules of a contract; throws `UsageError` when a name matches none. */
export function selectRules(contract: Contract, { only, operation, area, profile }: Selection): Rule[] {
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

  const selected = rules.filter(
    (rule) =>
      (patterns.length === 0 || patterns.some((pattern) => pattern.test(rule.id))) &&
      (!operation?.length || operationsOf(rule, contract).some((id) => operation.includes(id))) &&
      (!area?.length || areasOf(rule, contract).some((id) => area.includes(id))),
  );
  return profile === 'smoke' ? smokeOf(selected, contract) : selected;
}

/** Kinds of rules that one or two unpaid calls decide. */
const quick: readonly Rule['kind'][] = ['price', 'operation', 'request', 'response'];

/** For each area the first rule that is quickly decided, and the rules about challenges; always the same. */
function smokeOf(rules: readonly Rule[], contract: Contract): Rule[] {
  const open = rules.filter(({ tier, level, unobservable }) => tier === 'must' && level === 'free' && !unobservable);
  const rank = ({ kind }: Rule) => quick.indexOf(kind);
  const firsts = [...Map.groupBy(open, (rule) => areaOf(rule, contract)).values()].flatMap((own) => {
    const [first] = own.filter((rule) => rank(rule) >= 0).toSorted((a, b) => rank(a) - rank(b));
    return first ?? [];
  });
  return rules.filter((rule) => firsts.includes(rule) || (open.includes(rule) && rule.kind === 'protocol'));
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
