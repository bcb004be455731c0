import type { Fault, ProtocolCheck } from '../protocol-check.ts';
import { type Asked, allChallengesOf } from './unpaid.ts';

/** A rule that each challenge keeps by itself. `judge` answers what is wrong with one. */
export function challengeCheck(id: string, judge: (asked: Asked) => Fault | undefined): ProtocolCheck {
  return {
    id,
    async check(run) {
      const challenges = await allChallengesOf(run);
      if (challenges.length === 0) return { verdict: 'error', detail: 'No paid operation answered with a challenge.' };
      for (const asked of challenges) {
        const fault = judge(asked);
        if (!fault) continue;
        return {
          verdict: 'fail',
          ...fault,
          detail: `${asked.operation.id}: ${fault.detail}`,
          exchange: asked.exchange,
        };
      }
      return {
        verdict: 'pass',
        detail: `Challenges judged: ${challenges.length}.`,
        operations: challenges.map(({ operation }) => operation.id),
      };
    },
  };
}

/** A rule that each offer of each challenge keeps. `judge` answers what is wrong with one; `at` is relative to it. */
export function offerCheck(
  id: string,
  judge: (offer: Readonly<Record<string, unknown>>, asked: Asked) => Fault | undefined,
): ProtocolCheck {
  const all = challengeCheck(id, (asked) => {
    for (const [index, offer] of asked.offers.entries()) {
      const fault = judge(offer, asked);
      if (fault) return { ...fault, at: `/accepts/${index}${fault.at ?? ''}` };
    }
    return undefined;
  });
  return {
    id,
    async check(run) {
      const challenges = await allChallengesOf(run);
      const offers = challenges.flatMap((asked) => asked.offers);
      return offers.length === 0 ? { verdict: 'error', detail: 'No challenge has an offer to judge.' } : all.check(run);
    },
  };
}

/** True for a text with at least one character. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
