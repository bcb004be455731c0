import type { Mutant } from '#conformance/mutants/mutant.ts';
import type { Side } from './realise/pair.ts';

/** The reason why no deployment can be blamed for keeping to a mutant; `undefined` where it can. */
export function equivalence(_right: Side, { rule }: Mutant): string | undefined {
  if (rule.unobservable !== undefined) return `No black-box run can see it: ${rule.unobservable}`;
  if (rule.tier === 'none') return 'The documents leave it open.';
  if (rule.tier === 'info')
    return 'The documents do not decide it: it is an assumption that a deployment may make otherwise.';
  if (rule.status === 'conflict') return 'The documents contradict each other here, so that the other side is kept to.';
  return undefined;
}
