import type { JudgeAnswer, JudgeAsk } from '../port.ts';
import { randomFrom } from './random.ts';

const onlyModel = 'simulated/nli';

/** Scores each hypothesis on its own, from nothing but its text and the premise. */
export function judge(ask: JudgeAsk, seed: number): JudgeAnswer {
  const model = ask.model ?? onlyModel;
  return {
    model,
    backend: 'simulated',
    scores: ask.hypotheses.map((hypothesis) => randomFrom([seed, 'judge', model, ask.premise, hypothesis]).next()),
  };
}
