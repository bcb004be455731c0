import type { Family } from '../check/check.ts';

/**
 * A family of rules of which the contract holds one side only, where the documents have several.
 *
 * Departing from that side may be keeping to another, so that it is no failure.
 */
export function oneSided(family: Family): Family {
  return {
    ...family,
    async check(rule, run) {
      const outcome = await family.check(rule, run);
      if (rule.status !== 'conflict' || outcome.verdict !== 'fail') return outcome;
      const detail = `The documents contradict each other here; the target does not keep to this side: ${outcome.detail}`;
      return { verdict: 'not-testable', detail };
    },
  };
}
