import type { JudgeAnswer, JudgeRequest } from '../port.ts';
import { randomFrom } from './random.ts';

const onlyModel = 'simulated/nli';

/** Scores each hypothesis on its own, from nothing but its text and the premise. */
export function judge(request: JudgeRequest, seed: number): JudgeAnswer {
  const model = request.model ?? onlyModel;
  return {
    model,
    backend: 'simulated',
    scores: request.hypotheses.map((hypothesis) =>
      randomFrom([seed, 'judge', model, request.premise, hypothesis]).next(),
    ),
  };
}
