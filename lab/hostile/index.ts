import { answers } from './answers.ts';
import type { Attack } from './attack.ts';
import { challenges } from './challenges.ts';
import { jobs } from './jobs.ts';
import { receipts } from './receipts.ts';
import { streams } from './streams.ts';

/** Every attack, in the order in which clients are tried. */
export const attacks: readonly Attack[] = [...challenges, ...receipts, ...answers, ...streams, ...jobs];
