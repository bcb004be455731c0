import { Hold } from './accounts.ts';
import { nowSeconds } from './clock.ts';
import { on } from './faults.ts';
import { Form } from './form.ts';
import { HttpError, type Reply, refuse } from './http.ts';
import { DEFAULT_SIZE, type ImageModel, imageModel, imageModels } from './image-catalog.ts';
import { findJob, Job, newId } from './jobs.ts';
import { PIXEL, storageUrl, upstreamUrl } from './media-url.ts';
import { type Usd, withMargin } from './money.ts';
import type { Call, Operation } from './operation.ts';
import { failureOf, nextTurn, type Turn } from './upstream.ts';

const UPSTREAM = 'images';

/** Image generation. */
export const imageOperations: Operation[] = [
  {
    methods: ['POST'],
    path: '/v1/images/generations',
    summary: 'Generate images',
    upstream: UPSTREAM,
    handle: generate,
  },
  {
    methods: ['GET'],
    path: '/v1/images/generations/{id}',
    summary: 'Poll an image job',
    handle: (call) => ownJob(call, 'image_job').poll(),
  },
];

/** The job in the path, for the account that submitted it. */
export function ownJob(call: Call, kind: 'image_job' | 'video_job'): Job {
  const job = findJob(kind, call.param('id'));
  if (job === undefined) throw new HttpError(404, 'Job not found');
  const unbound = kind === 'video_job' && on('video-poll-any-key');
  if (job.hold.account !== call.account && !unbound) throw new HttpError(403, 'Payment payer mismatch');
  return job;
}

/** The rate of a model for a size; a size that the model does not have is refused. */
export function rateOf(model: ImageModel, size: string): Usd {
  const rate = model.rates.get(size);
  if (rate !== undefined) return rate;
  const sizes = [...model.rates.keys()];
  throw refuse('size', `size must be one of ${sizes.join(', ')} for ${model.id}`, sizes);
}

function generate(call: Call): Reply {
  const form = new Form(call.json());
  const id = form.must('model');
  const prompt = form.must('prompt');
  const size = form.text('size') ?? DEFAULT_SIZE;
  const n = form.integer('n', { min: 1, max: 10 }) ?? 1;
  form.done();
  const model = imageModel(id);
  if (model === undefined)
    throw refuse(
      'model',
      `unknown model ${JSON.stringify(id)}`,
      imageModels.map((item) => item.id),
    );
  const priced = on('image-wide-price') && size === '1344x768' ? '1440x1440' : size;
  const price = withMargin(rateOf(model, priced)) * BigInt(n);
  const hold = new Hold(call.account, call.endpoint, model.id, price);
  const turn = nextTurn(UPSTREAM);
  const waits = model.alwaysAsync || turn.outcome === 'slow' || turn.outcome === 'timeout';
  const later = waits && (turn.outcome === 'timeout' || (turn.outcome === 'fail' && turn.detail.stage === 'run'));
  const failure = later ? undefined : failureOf(turn);
  if (failure !== undefined) {
    hold.release(failure.status);
    throw failure;
  }
  const jobId = newId('img_');
  const result = {
    id: waits && on('image-result-id') ? newId('img_') : jobId,
    created: nowSeconds(),
    data: Array.from({ length: n }, () => imageOf(model, prompt, turn, form.get('response_format'))),
  };
  const due = waits && on('image-async-n') ? price / BigInt(n) : price;
  const job = new Job({ kind: 'image_job', id: jobId, model: model.id, hold, price: due, turn, result });
  if (!waits) return { status: 200, body: job.finishNow() };
  hold.record(202);
  return {
    status: 202,
    body: {
      ...job.envelope(),
      size,
      n,
      poll_url: `/v1/images/generations/${jobId}`,
      poll_instructions: 'GET poll_url with the same key every 2 to 5 seconds until the status is 200.',
    },
  };
}

function imageOf(model: ImageModel, prompt: string, turn: Turn, format: unknown): Record<string, unknown> {
  const raw = model.base64 ? PIXEL : upstreamUrl('images', 'png');
  const mirrored = turn.outcome !== 'mirror_fail';
  const inline = on('image-response-format') && format === 'b64_json';
  return {
    ...(inline ? { b64_json: PIXEL.split(',')[1] } : { url: mirrored ? storageUrl('images', 'png') : raw }),
    source_url: model.base64 ? 'image/png' : raw,
    backed_up: mirrored || (model.base64 && on('image-base64-backed-up')),
    ...(model.rewritesPrompt ? { revised_prompt: `${prompt}, in fine detail` } : {}),
  };
}
