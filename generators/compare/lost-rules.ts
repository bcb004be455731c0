import { once } from '../common/once.ts';
import type { LostRule } from './change.ts';
import type { Context } from './kind.ts';
import { match } from './matching.ts';
import type { ComparedView } from './side.ts';

/** The first of some rules that a host has in the older release and not in the newer one. */
export function lostRule(rules: readonly string[], { before, after, host }: Context): LostRule | undefined {
  const hosts = () => match(before.release.hosts, after.release.hosts, (view) => view.host.id).kept;
  for (const [was, is] of host ? [[host.before, host.after] as const] : hosts()) {
    const rule = rules.find((id) => isLost(id, was, is));
    if (rule !== undefined) return { host: is.host.id, rule };
  }
  return undefined;
}

/** Tells whether a host has a rule before and no rule of its id after. */
export function isLost(rule: string, before: ComparedView, after: ComparedView): boolean {
  return idsOf(before).has(rule) && !idsOf(after).has(rule);
}

const idsOf = once((view: ComparedView) => new Set(view.rules.map(({ id }) => id)));
