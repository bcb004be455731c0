import { answers } from './answers.ts';
import { challenges } from './challenges.ts';
import { jobs } from './jobs.ts';
import { receipts } from './receipts.ts';
import { streams } from './streams.ts';
import type { Trick } from './trick.ts';

/** Every trick, in the order in which clients are tried. */
export const tricks: readonly Trick[] = [...challenges, ...receipts, ...answers, ...streams, ...jobs];
