import { questionAcceptsOtherwise } from './question-accepts-otherwise.ts';
import { questionClosed } from './question-closed.ts';
import { questionDecidedOtherwise } from './question-decided-otherwise.ts';
import { questionOpened } from './question-opened.ts';
import { questionReasonedAnew } from './question-reasoned-anew.ts';
import { questionSidesChanged } from './question-sides-changed.ts';

/** Kinds of change of what the documents leave open. */
export const questions = [
  questionAcceptsOtherwise,
  questionClosed,
  questionDecidedOtherwise,
  questionOpened,
  questionReasonedAnew,
  questionSidesChanged,
];
