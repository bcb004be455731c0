import { Problem } from '@tollwright/runtime/operation/problem';
import type { HandlerContext } from '../shared/context.ts';
import type { VideoJob } from './job.ts';

/** Milliseconds within which the result of a job can be claimed; a settled result stays. */
const claimable = 48 * 3600 * 1000;

/** Throws for a job whose result was not claimed in time. */
export function checkClaimable({ services }: HandlerContext, { state, createdAt }: VideoJob): void {
  if (state === 'completed' || services.clock.now() - createdAt <= claimable) return;
  throw new Problem('job-not-found');
}
