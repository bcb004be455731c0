import { Problem } from '@tollwright/runtime/operation/problem';
import type { JudgeAnswer, JudgeRequest } from '../port.ts';
import { randomFrom } from '../seeded-random.ts';

const onlyModel = 'simulated/nli';

/** Scores each hypothesis on its own, from nothing but its text and the premise; throws a `Problem` for another model (core-474). */
export function judge(request: JudgeRequest, seed: number): JudgeAnswer {
  const { model = onlyModel } = request;
  if (model !== onlyModel) {
    const details = [{ field: 'model', message: `The only model is ${onlyModel}.` }];
    throw new Problem('unknown-model', { details });
  }
  return {
    model,
    backend: 'simulated',
    scores: request.hypotheses.map((hypothesis) =>
      randomFrom([seed, 'judge', model, request.premise, hypothesis]).next(),
    ),
  };
}
