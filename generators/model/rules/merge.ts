import { same } from '../../json-schema/same.ts';
import { kept } from '../../kept.ts';
import { union } from '../provenance.ts';
import type { Rule } from '../types.ts';
import { type HostRule, tierOf } from './rule.ts';

const levels = ['free', 'paid', 'controlled'] as const;
const tiers = ['must', 'info', 'none'] as const;

/** The rules of one host before they are merged. */
export interface OwnRules {
  readonly host: string;
  readonly rules: readonly HostRule[];
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
  const uses = perHost.flatMap(({ host, rules }, owner) => rules.map((rule) => ({ owner, host, rule })));
  const byId = [...Map.groupBy(uses, ({ rule }) => rule.id)].sort(([one], [other]) => (one < other ? -1 : 1));
  const own = perHost.map((): Rule[] => []);
  const rules = byId.flatMap(([, all]) => {
    const [first] = all;
    if (!first) return [];
    const { whole, forms } = merged(first.rule, {
      rule: (index) => all[index]?.rule,
      host: (index) => all[index]?.host ?? '',
    });
    for (const [index, { owner }] of all.entries()) own[owner]?.push(forms[index] ?? whole);
    return [whole];
  });
  return { rules, perHost: own };
}

/** The uses of one rule in the order of the hosts. */
interface Uses {
  /** `undefined` past the last one. */
  rule(index: number): HostRule | undefined;
  host(index: number): string;
}

const merged = kept((first: HostRule, uses: Uses) => {
  const hosts: string[] = [];
  const rules: HostRule[] = [];
  for (let rule = uses.rule(0); rule; rule = uses.rule(rules.length)) {
    hosts.push(uses.host(rules.length));
    rules.push(rule);
  }
  const every = union(hosts);
  const all = rules.map((rule): Rule => ({ ...rule, tier: tierOf(rule.status), hosts: every }));
  const forms: Rule[] = [];
  for (const form of all) forms.push(forms.find((earlier) => same(earlier, form)) ?? form);
  const [only] = forms;
  return { whole: only && rules.every((rule) => rule === first) ? only : merge(all), forms };
});

function merge(all: readonly Rule[]): Rule {
  const [first] = all;
  if (!first) throw new Error('A rule stands on no host.');
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
