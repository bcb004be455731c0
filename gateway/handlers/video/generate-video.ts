import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Call } from '@tollwright/runtime/operation/handler';
import type { Handlers } from '#generated/handlers.ts';
import type { VideoGenerationRequest, VideoPollQuery } from '#generated/types/requests.ts';
import type { OrderedJob, WaitingState } from '../jobs/job.ts';
import { accepted, pollPath } from '../jobs/responses.ts';
import { callUpstream, upstreamContextOf } from '../shared/call-upstream.ts';
import { type HandlerContext, orderOf } from '../shared/context.ts';
import { secretOf } from '../shared/secret.ts';
import { generationOf } from './content.ts';
import { type VideoOrder, videos } from './job.ts';
import { upstreamRequestOf } from './upstream-request.ts';

/** Name of the secret that signs poll URLs. */
export const pollSecret = 'video-polls';

/** Generates a video as a job to poll at a signed URL. */
export function generateVideo(context: HandlerContext): Handlers['generate-video'] {
  return (call) => orderVideo(context, call, call.request, signedPoll);
}

/** Contents of a poll URL. */
interface PolledOrder {
  readonly id: string;
  readonly order: VideoOrder;
  readonly createdAt: number;
}

/** The path by which a job is polled. */
type PollUrl = (context: HandlerContext, call: Call, polled: PolledOrder) => Promise<string>;

/** Orders a video, and stores the job before it responds. */
async function orderVideo(context: HandlerContext, call: Call, request: VideoGenerationRequest, pollUrlOf: PollUrl) {
  const { services, upstream } = context;
  const { claim, owner, amount } = orderOf(call);
  const upstreamRequest = upstreamRequestOf(request, claim);
  const upstreamContext = upstreamContextOf(call, context);
  const started = await callUpstream(() => upstream.startVideo(upstreamRequest, upstreamContext), {
    unconfigured: 'video-unavailable',
    // A provider rejects an image because it shows a real person.
    ...(upstreamRequest.seeds.length > 0 && { rejected: 'real-person-in-seed' }),
  });

  const { model, seconds, resolution, inputType, seeds } = upstreamRequest;
  const order: VideoOrder = {
    model,
    seconds,
    resolution,
    fromImage: inputType === 'image' || inputType === 'first_last_frame',
    references: inputType === 'reference' ? seeds.length : 0,
    upstreamId: started.id,
  };
  const createdAt = upstreamContext.now;
  const id = `${model.split('/')[0]}:${started.id}`;
  const pollUrl = await pollUrlOf(context, call, { id, order, createdAt });
  const job: OrderedJob<VideoOrder, WaitingState> = {
    id,
    machine: videos.machine.id,
    state: 'queued',
    owner,
    claim,
    createdAt,
    data: { ask: order, amount, ticket: started.ticket, pollUrl },
  };
  await services.payments.setReplay(claim, { job_id: id, poll_url: pollUrl, recoverable: true });
  await services.store.jobs.insert(job, { holds: true });
  return { status: 202, body: { ...accepted(videos, job), duration_seconds: seconds }, charge: 'later' as const };
}

async function signedPoll(
  { services }: HandlerContext,
  call: Call,
  { id, order, createdAt }: PolledOrder,
): Promise<string> {
  const query = pollQuery(id, order, await secretOf(services, pollSecret, createdAt));
  return `${pollPath(call, 'poll-video', id)}?${query}`;
}

/** Generates a video from a list of contents, as `generate-video` does. */
export function createVideo(context: HandlerContext): Handlers['create-video'] {
  return (call) =>
    orderVideo(context, call, generationOf(call.request), async (_, created, { id }) =>
      pollPath(created, 'poll-created-video', id),
    );
}

/** The query of a poll URL: what was billed, with a signature that only this gateway can make. */
function pollQuery(id: string, order: VideoOrder, secret: Buffer): URLSearchParams {
  const { model, seconds, resolution, fromImage, references } = order;
  const image = fromImage ? '1' : '0';
  const signed = JSON.stringify([id, model, seconds, image, resolution, references]);
  const sig = createHmac('sha256', secret).update(signed).digest('base64url');
  return new URLSearchParams({ model, duration: String(seconds), i2v: image, sig });
}

/** True for the query of the poll URL of a job. */
export function isSigned(id: string, order: VideoOrder, query: VideoPollQuery, secret: Buffer): boolean {
  const expected = pollQuery(id, order, secret);
  const plain = ['model', 'duration', 'i2v'] as const;
  return plain.every((name) => query[name] === expected.get(name)) && same(query.sig ?? '', expected.get('sig') ?? '');
}

/** Compares two texts in constant time. */
function same(sent: string, expected: string): boolean {
  const [left, right] = [Buffer.from(sent), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
