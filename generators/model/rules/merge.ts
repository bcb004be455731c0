import { same } from '../../json-schema/same.ts';
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
  const uses = perHost.flatMap(({ host, rules }) => rules.map((rule) => ({ host, rule })));
  const byId = [...Map.groupBy(uses, ({ rule }) => rule.id)].sort(([one], [other]) => (one < other ? -1 : 1));
  const own = new Map(perHost.map(({ host }) => [host, [] as Rule[]]));
  const rules = byId.map(([, same]) => {
    const forms = formsOf(same);
    for (const { rule, hosts } of forms) for (const host of hosts) own.get(host)?.push(rule);
    return merge(forms.map(({ rule }) => rule));
  });
  return { rules, perHost: [...own.values()] };
}

/** A rule of one host. */
interface Use {
  readonly host: string;
  readonly rule: HostRule;
}

/** A rule as some hosts have it. */
interface Form {
  readonly own: HostRule;
  readonly rule: Rule;
  readonly hosts: string[];
}

/** The different forms that the rules of one id have. */
function formsOf(uses: readonly Use[]): readonly Form[] {
  const all = [...new Set(uses.map(({ host }) => host))];
  const forms: Form[] = [];
  for (const { host, rule } of uses) {
    const known = forms.find(({ own }) => same(own, rule));
    if (known) known.hosts.push(host);
    else forms.push({ own: rule, rule: { ...rule, tier: tierOf(rule.status), hosts: all }, hosts: [host] });
  }
  return forms;
}

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
