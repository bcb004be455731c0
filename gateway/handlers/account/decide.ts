import type { Handlers } from '#generated/handlers.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';

/** Answers questions about a state: the upstream scores hypotheses of all questions in one call. */
export function decide(context: HandlerContext): Handlers['decide'] {
  return async (call) => {
    const { state, questions, model } = call.request;
    const entries = Object.entries(questions).map(([id, question]) => ({
      id,
      question,
      about: hypothesesOf(question),
    }));
    const hypotheses = entries.flatMap(({ about }) => about);
    const scored = await context.upstream.scoreHypotheses(
      { premise: state, hypotheses, ...(model !== undefined && { model }) },
      upstreamContextOf(call, context),
    );

    let next = 0;
    const answers = entries.map(({ id, question, about }) => {
      const scores = scored.scores.slice(next, next + about.length);
      next += about.length;
      return [id, answer(question, scores)];
    });
    return {
      status: 200,
      headers: { 'x-ai-gateway-backend': scored.backend },
      body: { model: scored.model, answers: Object.fromEntries(answers) },
    };
  };
}

/** A question of a validated request. */
export interface Question {
  readonly type: 'noul' | 'choice' | 'score';
  readonly instructions: string;
  readonly criteria?: unknown;
}

const precision = 1_000_000;

/** Words a question as claims about the state: one for a yes or no, one for each option otherwise. */
export function hypothesesOf(question: Question): readonly string[] {
  if (question.type === 'noul') return [question.instructions];
  return optionsOf(question).map(([label, meaning]) => `${question.instructions} ${label}: ${textOf(meaning)}`);
}

/** Turns the scores of a question's hypotheses into its answer. */
export function answer(question: Question, scores: readonly number[]): Readonly<Record<string, unknown>> {
  const { type } = question;
  if (type === 'noul') return { type, noul: scores[0] };

  const options = optionsOf(question);
  const shares = toShares(scores);
  const confidence = Math.max(...shares);
  const probabilities = Object.fromEntries(options.map(([label], index) => [label, shares[index]]));
  if (type === 'choice') {
    return { type, choice: options[shares.indexOf(confidence)]?.[0], probabilities, confidence };
  }

  const position = shares.reduce((sum, share, rung) => sum + share * rung, 0);
  const score = Math.round(position * precision) / precision;
  return { type, score, legend: Object.fromEntries(options), probabilities, confidence };
}

/** Any JSON value as text: objects of callers may have a `toString` of their own. */
function textOf(meaning: unknown): string {
  return typeof meaning === 'string' ? meaning : JSON.stringify(meaning);
}

/** Lists label and meaning of each option; the levels of a score are labelled 0, 1, 2 and so on. */
function optionsOf({ criteria }: Question): readonly (readonly [string, unknown])[] {
  return Object.entries(criteria ?? {});
}

const parts = 1_000_000;

/**
 * Divides scores by their total, in millionths that add up to exactly one.
 *
 * The rest after rounding down goes to the largest remainders, so the sum is exact in decimals. When every
 * score is zero, each gets the same share.
 */
export function toShares(scores: readonly number[]): readonly number[] {
  const total = scores.reduce((sum, score) => sum + score, 0);
  const exact = scores.map((score) => (total > 0 ? score / total : 1 / scores.length) * parts);
  const whole = exact.map(Math.floor);
  const missing = parts - whole.reduce((sum, share) => sum + share, 0);

  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, missing)) whole[index] = (whole[index] ?? 0) + 1;

  return whole.map((share) => share / parts);
}
