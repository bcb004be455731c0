import { toShares } from './shares.ts';

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
  return optionsOf(question).map(([label, meaning]) => `${question.instructions} ${label}: ${meaning}`);
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

/** Lists label and meaning of each option; the levels of a score are labelled 0, 1, 2 and so on. */
function optionsOf({ criteria }: Question): readonly (readonly [string, unknown])[] {
  return Object.entries(criteria ?? {});
}
