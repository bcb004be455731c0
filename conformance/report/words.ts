import type { Word } from './report.ts';

/** How reports say each verdict. */
export const words: Readonly<Record<Word, string>> = {
  fail: 'broken',
  known: 'known failure',
  error: 'no verdict',
  info: 'info',
  pass: 'holds',
  'not-testable': 'not testable',
};
