import { same } from '../../json-schema/same.ts';
import { kept } from '../../kept.ts';
import { once } from '../../once.ts';
import { deepFreeze } from '../freeze.ts';
import { union } from '../provenance.ts';
import type { Rule } from '../types.ts';
import { type HostRule, tierOf } from './rule.ts';
import type { RuleLists } from './rules.ts';

const levels = ['free', 'paid', 'controlled'] as const;
const tiers = ['must', 'info', 'none'] as const;

/** The rules of one host before they are merged. */
export interface OwnRules {
  readonly host: string;
  readonly lists: RuleLists;
}

/** The rules of all hosts, and those of each, sorted by id. */
export interface MergedRules {
  readonly rules: readonly Rule[];
  readonly perHost: readonly (readonly Rule[])[];
}

/**
 * Merges the rules of every host: one rule for each id, with all its hosts, at the lowest level and the strictest tier.
 *
 * A host has its own form of a rule with all hosts that have it; forms that are the same are one object.
 */
export function mergeRules(perHost: readonly OwnRules[]): MergedRules {
  const uses = perHost.flatMap(({ host, lists }) => [...lists].map(([name, rules]) => ({ host, name, rules })));
  const byName = [...Map.groupBy(uses, ({ name }) => name).values()].flatMap(mergeLists);
  // Lists of two names may hold rules of one id.
  const isDistinct = new Set(byName.map(({ whole }) => whole.id)).size === byName.length;
  const all = (isDistinct ? byName : mergeLists(uses)).toSorted((one, other) =>
    one.whole.id < other.whole.id ? -1 : 1,
  );
  const own = new Map(perHost.map(({ host }) => [host, [] as Rule[]]));
  for (const { forms } of all) for (const { host, form } of forms) own.get(host)?.push(form);
  // What has only frozen parts need not be searched for others.
  return {
    rules: Object.freeze(all.map(({ whole }) => whole)),
    perHost: [...own.values()].map((rules) => Object.freeze(rules)),
  };
}

/** A list of rules on a host that has it. */
interface Use {
  readonly host: string;
  readonly rules: readonly HostRule[];
}

/** A rule with all its hosts, and the form that it has on each. */
interface Merged {
  readonly whole: Rule;
  readonly forms: readonly { readonly host: string; readonly form: Rule }[];
}

function mergeLists(uses: readonly Use[]): readonly Merged[] {
  const [first] = uses;
  if (!first) return [];
  return mergedLists(first.rules, { rules: (index) => uses[index]?.rules, host: (index) => uses[index]?.host ?? '' });
}

/** The lists that are merged, in the order of the hosts. */
interface Uses {
  /** `undefined` past the last one. */
  rules(index: number): readonly HostRule[] | undefined;
  host(index: number): string;
}

const mergedLists = kept((_first: readonly HostRule[], uses: Uses): readonly Merged[] => {
  const all: { readonly host: string; readonly rule: HostRule }[] = [];
  for (let index = 0, rules = uses.rules(0); rules; index += 1, rules = uses.rules(index)) {
    const host = uses.host(index);
    for (const rule of rules) all.push({ host, rule });
  }
  return [...Map.groupBy(all, ({ rule }) => rule.id).values()].map((each) => {
    const hosts = union(each.map(({ host }) => host));
    const forms: Rule[] = [];
    const formOf = once((rule: HostRule): Rule => {
      const form = { ...rule, tier: tierOf(rule.status), hosts };
      const known = forms.find((earlier) => same(earlier, form));
      if (!known) forms.push(form);
      return known ?? deepFreeze(form);
    });
    const own = each.map(({ host, rule }) => ({ host, form: formOf(rule) }));
    return { whole: deepFreeze(merge(forms)), forms: own };
  });
});

function merge(all: readonly Rule[]): Rule {
  const [first, ...others] = all;
  if (!first) throw new Error('A rule stands on no host.');
  if (others.length === 0) return first;
  const level = levels[Math.min(...all.map((rule) => levels.indexOf(rule.level)))] ?? first.level;
  const strictness = ({ tier, status }: Rule) => tiers.indexOf(tier) + (status === 'conflict' ? 0.5 : 0);
  const strictest = all.reduce((a, b) => (strictness(b) < strictness(a) ? b : a));
  // What one host shows can be seen.
  const { unobservable, ...shown } = strictest;
  return {
    ...shown,
    ...(unobservable && all.every((rule) => rule.unobservable) && { unobservable }),
    from: union(...all.map(({ from }) => from)),
    level,
  };
}
