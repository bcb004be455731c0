import { responseContentTypeChanged } from './response-content-type-changed.ts';
import { responseDescribedAnew } from './response-described-anew.ts';
import { responseHeaderAdded } from './response-header-added.ts';
import { responseHeaderChanged } from './response-header-changed.ts';
import { responseHeaderRemoved } from './response-header-removed.ts';
import { responseStatusAdded } from './response-status-added.ts';
import { responseStatusRemoved } from './response-status-removed.ts';

/** Kinds of change of responses and their headers. */
export const answers = [
  responseContentTypeChanged,
  responseDescribedAnew,
  responseHeaderAdded,
  responseHeaderChanged,
  responseHeaderRemoved,
  responseStatusAdded,
  responseStatusRemoved,
];
