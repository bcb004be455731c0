import { createHash } from 'node:crypto';
import { on } from './faults.ts';

/** A question that has been validated. */
export type Question =
  | { type: 'noul'; instructions: string }
  | { type: 'choice'; instructions: string; options: [string, string][] }
  | { type: 'score'; instructions: string; rungs: string[] };

/** Answers one question about a state: the state is the premise, the question the hypothesis. */
export function judge(premise: string, question: Question): Record<string, unknown> {
  const { type, instructions } = question;
  if (type === 'noul') return { type, noul: support(premise, instructions) };
  if (type === 'choice') {
    const labels = question.options.map(([label]) => label);
    const exact = toShares(
      question.options.map(([label, meaning]) => support(premise, `${instructions} ${label} ${meaning}`)),
    );
    const shares = on('decide-shares-rounded') ? exact.map((share) => Math.round(share * 100) / 100) : exact;
    const top = Math.max(...shares);
    return {
      type,
      choice: (on('decide-choice-sorted') ? labels.toSorted() : labels)[shares.indexOf(top)],
      probabilities: Object.fromEntries(labels.map((label, index) => [label, shares[index]])),
      confidence: top,
    };
  }
  const shares = toShares(question.rungs.map((rung) => support(premise, `${instructions} ${rung}`)));
  return {
    type,
    score: shares.reduce((sum, share, index) => sum + share * index, 0),
    legend: legendOf(question.rungs),
    probabilities: Object.fromEntries(shares.entries()),
    confidence: Math.max(...shares),
  };
}

function legendOf(rungs: string[]): Record<string, string> {
  const indexes = rungs.map((_, index) => String(index));
  if (on('decide-legend-order')) indexes.sort();
  return Object.fromEntries(rungs.map((text, place) => [indexes[place], text]));
}

/** Divides the scores by their total, so that they sum to 1. */
function toShares(scores: number[]): number[] {
  const total = scores.reduce((sum, score) => sum + score, 0);
  return scores.map((score) => score / total);
}

/** How strongly a premise supports a hypothesis, between 0 and 1: the words that they share, and a little noise that is always the same. */
function support(premise: string, hypothesis: string): number {
  const known = new Set(words(premise));
  const asked = words(hypothesis);
  const shared = asked.filter((word) => known.has(word)).length / Math.max(1, asked.length);
  const noise = createHash('sha256').update(premise).update('\0').update(hypothesis).digest().readUInt16BE(0) / 65_536;
  return 0.05 + 0.7 * shared + 0.2 * noise;
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
