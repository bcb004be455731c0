import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Hold } from './accounts.ts';
import { assetOf } from './assets.ts';
import { nowSeconds } from './clock.ts';
import { on } from './faults.ts';
import { HttpError, type Reply, refuse } from './http.ts';
import { ownJob } from './images.ts';
import { Job, newId } from './jobs.ts';
import { storageUrl, upstreamUrl } from './media-url.ts';
import { priceOf } from './money.ts';
import type { Call, Operation } from './operation.ts';
import { failureOf, nextTurn, type Turn } from './upstream.ts';
import { checkVideo, flattenContent, type VideoRequest } from './video-check.ts';

const UPSTREAM = 'videos';
const GENERATIONS = '/v1/videos/generations';
const CONTENT = '/v1/videos';
const secret = randomBytes(32);

/** Video generation. */
export const videoOperations: Operation[] = [
  {
    methods: ['POST'],
    path: GENERATIONS,
    summary: 'Submit a video job',
    upstream: UPSTREAM,
    handle: (call) => submit(call, call.json(), GENERATIONS),
  },
  { methods: ['GET'], path: `${GENERATIONS}/{id}`, summary: 'Poll a video job by its `poll_url`', handle: poll },
  {
    methods: ['POST'],
    path: CONTENT,
    summary: 'Submit a video job with a `content` list',
    upstream: UPSTREAM,
    handle: (call) => submit(call, flattenContent(call.json()), CONTENT),
  },
  {
    methods: ['GET'],
    path: `${CONTENT}/{id}`,
    summary: 'Poll a video job that was submitted with a `content` list',
    handle: poll,
  },
];

function submit(call: Call, body: unknown, path: string): Reply {
  const request = checkVideo(body);
  const { model, duration, resolution, assetId } = request;
  if (assetId !== undefined && assetOf(call.account, assetId) === undefined) {
    throw refuse('real_face_asset_id', 'real_face_asset_id is not an asset of this account');
  }
  const full = (model.perSecond.get(resolution) ?? 0n) * BigInt(duration);
  const seeded = on('video-seed-discount') && model.family === 'S' && request.imageSeeded;
  const price = seeded ? (full * 9n) / 10n : full;
  const hold = new Hold(call.account, call.endpoint, model.id, price);
  const turn = nextTurn(UPSTREAM);
  const failure = submitFailure(turn, request);
  if (failure !== undefined) {
    hold.release(failure.status);
    throw failure;
  }
  const id = `${model.id.split('/')[0]}:${newId('')}`;
  const job = new Job({ kind: 'video_job', id, model: model.id, hold, price, turn, result: resultOf(request, turn) });
  job.query = signedQuery(id, request);
  hold.record(202);
  return {
    status: 202,
    body: {
      ...job.envelope(),
      ...usualQuote(request),
      duration_seconds: duration,
      poll_url: `${path}/${id}?${job.query}`,
    },
  };
}

/** The fault of a quote that forgets the lower resolution. */
function usualQuote({ model, duration, resolution }: VideoRequest): Record<string, unknown> {
  if (!on('video-quote-480p') || model.family !== 'S' || resolution !== '480p') return {};
  return { price: priceOf((model.perSecond.get('720p') ?? 0n) * BigInt(duration)) };
}

/** A failure at submission. Video capacity shows as a long wait in the queue. */
function submitFailure(turn: Turn, request: VideoRequest): HttpError | undefined {
  if (turn.outcome === 'capacity' || turn.outcome === 'timeout' || turn.outcome === 'cut') return undefined;
  if (turn.outcome === 'fail' && turn.detail.stage === 'run') return undefined;
  if (turn.outcome === 'reject' && request.imageSeeded) {
    return new HttpError(400, 'image_url shows a real person', { code: 'INPUT_IMAGE_REAL_PERSON' });
  }
  return failureOf(turn);
}

function resultOf(request: VideoRequest, turn: Turn): Record<string, unknown> {
  const source = upstreamUrl('videos', 'mp4');
  const mirrored = turn.outcome !== 'mirror_fail';
  const clip = {
    url: mirrored ? storageUrl('videos', 'mp4') : source,
    source_url: source,
    duration_seconds: request.duration,
    request_id: newId('req_'),
    backed_up: mirrored,
    ...(request.returnLastFrame ? { last_frame_url: storageUrl('frames', 'png') } : {}),
  };
  return { created: nowSeconds(), model: request.model.id, data: [clip] };
}

function signedQuery(id: string, request: VideoRequest): string {
  const { model, duration, resolution, imageSeeded, references } = request;
  const i2v = imageSeeded ? '1' : '0';
  const sig = createHmac('sha256', secret)
    .update([id, model.id, duration, i2v, resolution, references].join('\n'))
    .digest('base64url');
  return new URLSearchParams({ model: model.id, duration: String(duration), i2v, sig }).toString();
}

function poll(call: Call): Reply {
  const job = ownJob(call, 'video_job');
  const sent = Buffer.from(call.query.toString());
  const expected = Buffer.from(job.query);
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected))
    throw new HttpError(400, 'Use the poll_url verbatim: its query is signed');
  return job.poll();
}
