import type { Machine } from '@tollwright/runtime/operation/machine';
import type { Job } from '@tollwright/runtime/store/jobs';
import { z } from 'zod';
import type { RunningJob } from '#generated/types/responses.ts';

const states = ['queued', 'in_progress', 'completed', 'failed'] as const;

type JobState = (typeof states)[number];

/** The state of a job that has not ended. */
export type WaitingState = Exclude<JobState, 'completed' | 'failed'>;

/** The machine of a job that one call creates and polls fetch. */
export type JobMachine = Machine<JobState, string, string, { readonly upstream: { readonly finished: boolean } }>;

/** The request of a job to the upstream. */
export interface JobRequest {
  readonly model: string;
}

const storedFile = z.object({
  /** Path on this gateway when it is backed up, else the provider's own URL. */
  location: z.string(),
  sourceUrl: z.string(),
  backedUp: z.boolean(),
  revisedPrompt: z.string().optional(),
});

const jobData = z.object({
  ask: z.unknown(),
  /** Micro-USDC as decimal text. */
  amount: z.string(),
  /** Reference by which the upstream finds the job again. */
  ticket: z.string(),
  /** Path by which its owner polls it, with its query. */
  pollUrl: z.string(),
  files: z.array(storedFile).optional(),
  error: z.string().optional(),
});

/** A finished file, as in responses. */
export type StoredFile = z.infer<typeof storedFile>;

/** The stored data of a job. */
type JobData<Requested extends JobRequest> = Omit<z.infer<typeof jobData>, 'ask'> & { readonly ask: Requested };

/** A job of one kind with its data parsed and a claim to settle. */
export interface OrderedJob<Requested extends JobRequest, State extends JobState = JobState> extends Job {
  readonly state: State;
  readonly claim: string;
  readonly data: JobData<Requested>;
}

/** Names that jobs of a kind use. */
export type JobName = RunningJob['object'];

/** One kind of job, such as images. */
export interface JobKind<Requested extends JobRequest, Result extends object = object, Name extends JobName = JobName> {
  readonly machine: JobMachine;
  /** The `object` of its responses. */
  readonly object: Name;
  /** The name of its result in a sentence. */
  readonly noun: string;
  readonly ask: z.ZodType<Requested>;
  /** The fields of a result besides price and payment; `baseUrl` is the URL at which the caller reaches the service. */
  result(job: OrderedJob<Requested>, files: readonly StoredFile[], baseUrl: string): Result;
}

/** Reads a stored job; undefined when it is of another kind. */
export function readJob<Requested extends JobRequest>(
  kind: JobKind<Requested>,
  job: Job | undefined,
): OrderedJob<Requested> | undefined {
  const state = states.find((each) => each === job?.state);
  if (job?.machine !== kind.machine.id || job.claim === undefined || state === undefined) return undefined;
  const { ask: request, ...data } = jobData.parse(job.data);
  return { ...job, state, claim: job.claim, data: { ...data, ask: kind.ask.parse(request) } };
}
