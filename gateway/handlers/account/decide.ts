import type { Handlers } from '#generated/handlers.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { answer, hypothesesOf } from './question.ts';

/** Judges a state: each question is put to the upstream as hypotheses about it, all in one call. */
export function decide(context: HandlerContext): Handlers['decide'] {
  return async (call) => {
    const { state, questions, model } = call.request;
    const entries = Object.entries(questions).map(([id, question]) => ({
      id,
      question,
      about: hypothesesOf(question),
    }));
    const hypotheses = entries.flatMap(({ about }) => about);
    const judged = await context.upstream.judge(
      { premise: state, hypotheses, ...(model !== undefined && { model }) },
      upstreamContextOf(call, context),
    );

    let next = 0;
    const answers = entries.map(({ id, question, about }) => {
      const scores = judged.scores.slice(next, next + about.length);
      next += about.length;
      return [id, answer(question, scores)];
    });
    return {
      status: 200,
      headers: { 'x-ai-gateway-backend': judged.backend },
      body: { model: judged.model, answers: Object.fromEntries(answers) },
    };
  };
}
