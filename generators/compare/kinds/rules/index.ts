import { conditionAdded } from './condition-added.ts';
import { conditionDescribedAnew } from './condition-described-anew.ts';
import { conditionLoosened } from './condition-loosened.ts';
import { conditionRefusedOtherwise } from './condition-refused-otherwise.ts';
import { conditionRemoved } from './condition-removed.ts';
import { conditionTightened } from './condition-tightened.ts';
import { ensuresAdded } from './ensures-added.ts';
import { ensuresDescribedAnew } from './ensures-described-anew.ts';
import { ensuresLoosened } from './ensures-loosened.ts';
import { ensuresRemoved } from './ensures-removed.ts';
import { ensuresTightened } from './ensures-tightened.ts';

/** Kinds of change of rules across fields, and of promises about responses. */
export const rules = [
  conditionAdded,
  conditionDescribedAnew,
  conditionLoosened,
  conditionRefusedOtherwise,
  conditionRemoved,
  conditionTightened,
  ensuresAdded,
  ensuresDescribedAnew,
  ensuresLoosened,
  ensuresRemoved,
  ensuresTightened,
];
