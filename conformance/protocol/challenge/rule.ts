import { seenChallengesOf, type UnpaidChallenge } from '../../calls/unpaid.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Mismatch } from '../../http/exchange.ts';

/** An offer of a challenge, which is an entry of its `accepts`. */
export type Offer = UnpaidChallenge['offers'][number];

/** A rule that each challenge must keep by itself. */
export interface ChallengeRule {
  readonly id: string;
  /** Returns how a challenge breaks the rule. */
  readonly judge: (challenge: UnpaidChallenge) => Mismatch | undefined;
}

/** A rule that each offer of each challenge must keep. */
export interface OfferRule {
  readonly id: string;
  /** Returns how an offer breaks the rule, with `at` relative to the offer. */
  readonly judge: (offer: Offer, challenge: UnpaidChallenge) => Mismatch | undefined;
}

/** Creates the check of a rule about challenges. */
export function challengeCheck({ id, judge }: ChallengeRule): ProtocolCheck {
  return {
    id,
    again: true,
    async check(run) {
      const challenges = await seenChallengesOf(run);
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
        operations: [...new Set(challenges.map(({ operation }) => operation.id))],
      };
    },
  };
}

/** Creates the check of a rule about offers. */
export function offerCheck({ id, judge }: OfferRule): ProtocolCheck {
  const all = challengeCheck({
    id,
    judge: (challenge) => {
      for (const [index, offer] of challenge.offers.entries()) {
        const mismatch = judge(offer, challenge);
        if (mismatch) return { ...mismatch, at: `/accepts/${index}${mismatch.at ?? ''}` };
      }
      return undefined;
    },
  });
  return {
    id,
    again: true,
    async check(run) {
      const challenges = await seenChallengesOf(run);
      const offers = challenges.flatMap((challenge) => challenge.offers);
      return offers.length === 0 ? { verdict: 'error', detail: 'No challenge has an offer.' } : all.check(run);
    },
  };
}
