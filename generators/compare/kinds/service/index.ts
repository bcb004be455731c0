import { constantChanged } from './constant-changed.ts';
import { documentAdded } from './document-added.ts';
import { documentRemoved } from './document-removed.ts';
import { documentRetitled } from './document-retitled.ts';
import { serviceDescribedAnew } from './service-described-anew.ts';
import { serviceVersionChanged } from './service-version-changed.ts';
import { statementAdded } from './statement-added.ts';
import { statementExcluded } from './statement-excluded.ts';
import { statementMoved } from './statement-moved.ts';
import { statementRemoved } from './statement-removed.ts';
import { statementReworded } from './statement-reworded.ts';
import { statementSortedOtherwise } from './statement-sorted-otherwise.ts';

/** Kinds of change of the service, its documents and statements. */
export const service = [
  constantChanged,
  documentAdded,
  documentRemoved,
  documentRetitled,
  serviceDescribedAnew,
  serviceVersionChanged,
  statementAdded,
  statementExcluded,
  statementMoved,
  statementRemoved,
  statementReworded,
  statementSortedOtherwise,
];
