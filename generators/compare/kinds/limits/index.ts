import { limitAdded } from './limit-added.ts';
import { limitCountedOtherwise } from './limit-counted-otherwise.ts';
import { limitCoversLess } from './limit-covers-less.ts';
import { limitCoversMore } from './limit-covers-more.ts';
import { limitDescribedAnew } from './limit-described-anew.ts';
import { limitErrorChanged } from './limit-error-changed.ts';
import { limitLoosened } from './limit-loosened.ts';
import { limitRemoved } from './limit-removed.ts';
import { limitSidesChanged } from './limit-sides-changed.ts';
import { limitTightened } from './limit-tightened.ts';

/** Kinds of change of limits. */
export const limits = [
  limitAdded,
  limitCountedOtherwise,
  limitCoversLess,
  limitCoversMore,
  limitDescribedAnew,
  limitErrorChanged,
  limitLoosened,
  limitRemoved,
  limitSidesChanged,
  limitTightened,
];
