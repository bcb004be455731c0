import type { Mismatch, ProtocolCheck } from '../protocol-check.ts';
import { allChallengesOf, type UnpaidChallenge } from './unpaid.ts';

/** Creates the check of a rule that each challenge must keep by itself; `judge` returns the mismatch of one. */
export function challengeCheck(id: string, judge: (challenge: UnpaidChallenge) => Mismatch | undefined): ProtocolCheck {
  return {
    id,
    async check(run) {
      const challenges = await allChallengesOf(run);
      if (challenges.length === 0) return { verdict: 'error', detail: 'No paid operation returned a challenge.' };
      for (const challenge of challenges) {
        const mismatch = judge(challenge);
        if (!mismatch) continue;
        return {
          verdict: 'fail',
          ...mismatch,
          detail: `${challenge.operation.id}: ${mismatch.detail}`,
          exchange: challenge.exchange,
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

/** Creates the check of a rule that each offer of each challenge must keep; `judge` returns the mismatch of one, with `at` relative to the offer. */
export function offerCheck(
  id: string,
  judge: (offer: Readonly<Record<string, unknown>>, challenge: UnpaidChallenge) => Mismatch | undefined,
): ProtocolCheck {
  const all = challengeCheck(id, (challenge) => {
    for (const [index, offer] of challenge.offers.entries()) {
      const mismatch = judge(offer, challenge);
      if (mismatch) return { ...mismatch, at: `/accepts/${index}${mismatch.at ?? ''}` };
    }
    return undefined;
  });
  return {
    id,
    async check(run) {
      const challenges = await allChallengesOf(run);
      const offers = challenges.flatMap((challenge) => challenge.offers);
      return offers.length === 0 ? { verdict: 'error', detail: 'No challenge has an offer.' } : all.check(run);
    },
  };
}

/** True for a text with at least one character. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
