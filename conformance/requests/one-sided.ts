import type { Family } from '../check/check.ts';

/**
 * A family of rules where the documents contradict each other and the contract has one side only.
 *
 * A target that departs from that side may follow the other one, so it does not fail.
 */
export function oneSided(family: Family): Family {
  return {
    ...family,
    async check(rule, run) {
      const outcome = await family.check(rule, run);
      if (rule.status !== 'conflict' || outcome.verdict !== 'fail') return outcome;
      const detail = `The documents contradict each other here, and the target may follow the other side: ${outcome.detail}`;
      return { verdict: 'not-testable', detail };
    },
  };
}
