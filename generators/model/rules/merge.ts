import { same } from '../../json-schema/same.ts';
import { union } from '../provenance.ts';
import type { Rule } from '../types.ts';

const levels = ['free', 'paid', 'controlled'] as const;
const tiers = ['must', 'info', 'none'] as const;

/** Merges the rules of every host: one rule for each id, with all its hosts, at the lowest level and the strictest tier. */
export function mergeRules(perHost: readonly (readonly Rule[])[]): Rule[] {
  const byId = Map.groupBy(perHost.flat(), ({ id }) => id);
  return [...byId.values()].map(merged).sort((a, b) => (a.id < b.id ? -1 : 1));
}

function merged([first, ...others]: readonly Rule[]): Rule {
  if (!first) throw new Error('A rule stands on no host.');
  if (others.length === 0) return first;
  const all = [first, ...others];
  const level = levels[Math.min(...all.map((rule) => levels.indexOf(rule.level)))] ?? first.level;
  const { tier, status } = all.reduce((a, b) => (tiers.indexOf(b.tier) < tiers.indexOf(a.tier) ? b : a));
  // What one host shows can be seen.
  const { unobservable, ...shown } = first;
  return {
    ...shown,
    ...(unobservable && all.every((rule) => rule.unobservable) && { unobservable }),
    hosts: union(...all.map(({ hosts }) => hosts)),
    from: union(...all.map(({ from }) => from)),
    level,
    tier,
    status,
  };
}

/** The rules of each host with all hosts that have them. Rules that are the same on several hosts are one object. */
export function shareRules(perHost: readonly (readonly Rule[])[], all: readonly Rule[]): Rule[][] {
  const hostsOf = new Map(all.map(({ id, hosts }) => [id, hosts]));
  const known = new Map<string, Rule[]>();
  return perHost.map((rules) =>
    rules.map((rule) => {
      const complete = { ...rule, hosts: hostsOf.get(rule.id) ?? rule.hosts };
      const forms = known.get(rule.id) ?? [];
      const earlier = forms.find((form) => same(form, complete));
      if (!earlier) known.set(rule.id, [...forms, complete]);
      return earlier ?? complete;
    }),
  );
}
