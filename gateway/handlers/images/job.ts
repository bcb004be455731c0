import { z } from 'zod';
import { type ImageJobState, imageJob } from '#generated/machines/image-job.ts';
import type { Job } from '#runtime/store/jobs.ts';

const image = z.object({
  /** Path on this gateway when it is backed up, else the provider's own URL. */
  location: z.string(),
  sourceUrl: z.string(),
  backedUp: z.boolean(),
  revisedPrompt: z.string().optional(),
});

const jobData = z.object({
  ask: z.object({ model: z.string(), prompt: z.string(), size: z.string(), count: z.number() }),
  /** Micro-USDC as decimal text. */
  amount: z.string(),
  /** What the upstream wants to see again when it is asked about the job. */
  ticket: z.string(),
  images: z.array(image).optional(),
  error: z.string().optional(),
});

export type StoredImage = z.infer<typeof image>;

/** What an image job keeps. */
export type ImageJobData = z.infer<typeof jobData>;

/** An image job with its data read; each has a claim to settle. */
export interface ImageJob extends Job {
  readonly state: ImageJobState;
  readonly claim: string;
  readonly data: ImageJobData;
}

/** Reads a stored job; undefined when it is of another machine. */
export function readImageJob(job: Job | undefined): ImageJob | undefined {
  if (job?.machine !== imageJob.id || job.claim === undefined || !isState(job.state)) return undefined;
  return { ...job, state: job.state, claim: job.claim, data: jobData.parse(job.data) };
}

function isState(state: string): state is ImageJobState {
  return Object.hasOwn(imageJob.states, state);
}
