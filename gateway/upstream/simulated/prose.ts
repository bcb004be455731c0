import type { Random } from '../seeded-random.ts';

const openings = ['In short', 'Most likely', 'As far as is known', 'On the whole', 'By the latest reports'] as const;
const subjects = ['the answer', 'the record', 'each account', 'the evidence', 'the plan', 'the team'] as const;
const verbs = ['points to', 'rests on', 'agrees with', 'follows', 'confirms', 'depends on'] as const;
const objects = ['a steady trend', 'the question', 'two earlier results', 'a simple rule', 'the public data'] as const;

/** Writes a plain English sentence, the same one for the same random sequence. */
export function sentence(random: Random): string {
  return `${random.pick(openings)}, ${random.pick(subjects)} ${random.pick(verbs)} ${random.pick(objects)}.`;
}

/** Writes `count` sentences with spaces between them. */
export function paragraph(random: Random, count: number): string {
  return Array.from({ length: count }, () => sentence(random)).join(' ');
}

/** Writes `count` sentences after one that says that they are made up. */
export function simulated(random: Random, count: number): string {
  return `This is a simulated answer. ${paragraph(random, count)}`;
}
