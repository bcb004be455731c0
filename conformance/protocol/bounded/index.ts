import type { ProtocolCheck } from '../../check/family.ts';
import { boundedDepth } from './http.bounded.depth.ts';
import { boundedList } from './http.bounded.list.ts';
import { boundedQuery } from './http.bounded.query.ts';

/** The checks of unpaid requests that are too large. */
export const boundedChecks: readonly ProtocolCheck[] = [boundedDepth, boundedList, boundedQuery];
