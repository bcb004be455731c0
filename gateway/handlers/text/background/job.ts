import type { Job } from '@tollwright/runtime/store/jobs';
import { z } from 'zod';
import { type BackgroundResponseState, backgroundResponse } from '#generated/machines/background-response.ts';
import { NativeResponse } from '../formats/native-response.ts';

const data = z.object({
  ask: z.object({
    model: z.string(),
    messages: z.array(z.object({ role: z.string(), content: z.string() })),
    maxTokens: z.number(),
  }),
  terms: z.looseObject({
    model: z.string(),
    max_output_tokens: z.number(),
    store: z.boolean(),
    background: z.boolean(),
  }),
  /** What the upstream needs to find the response again. */
  ticket: z.string(),
  error: z.string().optional(),
});

/** A background response with its data parsed. */
export interface BackgroundJob extends Job {
  readonly state: BackgroundResponseState;
  readonly claim: string;
  readonly data: z.infer<typeof data>;
}

/** Reads a stored job; undefined when it is no background response. */
export function readBackground(job: Job | undefined): BackgroundJob | undefined {
  if (job?.machine !== backgroundResponse.id || job.claim === undefined || !isState(job.state)) return undefined;
  return { ...job, state: job.state, claim: job.claim, data: data.parse(job.data) };
}

function isState(state: string): state is BackgroundResponseState {
  return Object.hasOwn(backgroundResponse.states, state);
}

/** The response of a job in the format of its API. */
export function responseOf({ id, createdAt, data: { terms } }: BackgroundJob): NativeResponse {
  return new NativeResponse(id, Math.floor(createdAt / 1000), terms);
}
