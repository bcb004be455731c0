import { errorAdded } from './error-added.ts';
import { errorCharged } from './error-charged.ts';
import { errorDescribedAnew } from './error-described-anew.ts';
import { errorFieldAdded } from './error-field-added.ts';
import { errorFieldChanged } from './error-field-changed.ts';
import { errorFieldRemoved } from './error-field-removed.ts';
import { errorNotCharged } from './error-not-charged.ts';
import { errorProvokedOtherwise } from './error-provoked-otherwise.ts';
import { errorRemoved } from './error-removed.ts';
import { errorStandsForAnother } from './error-stands-for-another.ts';
import { errorStatusChanged } from './error-status-changed.ts';
import { errorTellsLess } from './error-tells-less.ts';
import { errorTellsMore } from './error-tells-more.ts';

/** Kinds of change of errors. */
export const errors = [
  errorAdded,
  errorCharged,
  errorDescribedAnew,
  errorFieldAdded,
  errorFieldChanged,
  errorFieldRemoved,
  errorNotCharged,
  errorProvokedOtherwise,
  errorRemoved,
  errorStandsForAnother,
  errorStatusChanged,
  errorTellsLess,
  errorTellsMore,
];
