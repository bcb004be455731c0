import { randomBytes } from 'node:crypto';
import { Fields, invalid, invalidField, type Problem } from './check.ts';
import { on } from './faults.ts';
import { type Call, type Done, free, paid } from './flow.ts';
import type { Req } from './http.ts';
import { type ImageModel, imageModel, imageModels, withMargin } from './image-models.ts';
import { envelope, findJob, type Job, openJob, paidResult, poll, schedule } from './jobs.ts';
import { FEE, usd } from './money.ts';
import { storage } from './profile.ts';
import type { Route } from './router.ts';

interface ImageInput {
  model: ImageModel;
  prompt: string;
  size: string;
  n: number;
  /** Whether `response_format` asks for base64: only a bent gateway looks at it. */
  b64?: boolean;
}

const POLL_PATH = '/api/v1/images/generations';

/** The 400 for a model that the image catalog does not list. */
export function unknownModel(ids: string[], problems: Problem[]): Error {
  const reason = `is not in the catalog; the models are ${ids.join(', ')}`;
  return invalid([...problems, { field: 'model', reason }], { message: `Unknown model: model ${reason}`, models: ids });
}

/** The 400 for a size that the model does not have. */
export function checkSize(fields: Fields, model: ImageModel): string {
  const size = fields.text('size') ?? '1024x1024';
  if (!model.rates.has(size)) fields.fail('size', `must be one of ${[...model.rates.keys()].join(', ')}`);
  return size;
}

function check(req: Req): ImageInput {
  const fields = Fields.of(req);
  const id = fields.needText('model');
  const prompt = fields.needText('prompt');
  const n = fields.integer('n', on('n-after-402') ? {} : { min: 1, max: 10 }) ?? 1;
  const model = imageModel(id);
  if (!model) {
    if (id !== '')
      throw unknownModel(
        imageModels.map((item) => item.id),
        fields.problems,
      );
    if (fields.problems.length === 0) fields.fail('model', 'must not be empty');
    throw invalid(fields.problems);
  }
  const size = checkSize(fields, model);
  if (on('details-first-only')) fields.problems.splice(1);
  fields.done();
  return { model, prompt, size, n, ...(fields.get('response_format') === 'b64_json' ? { b64: true } : {}) };
}

/** One generated image as the result shows it. */
export function imageItem(model: ImageModel, id: string, index: number, mirrored: boolean): Record<string, unknown> {
  const upstreamUrl = `https://cdn.${model.id.split('/')[0]}.example/tmp/${id}-${index}.png?expires=3600`;
  const raw = model.base64
    ? `data:image/png;base64,${Buffer.from(`\u0089PNG image ${id} ${index}`, 'latin1').toString('base64')}`
    : upstreamUrl;
  return {
    url: mirrored ? `${storage}/images/${id}-${index}.png` : raw,
    source_url: model.base64 ? 'image/png' : upstreamUrl,
    backed_up: mirrored,
  };
}

function makeJob(input: ImageInput, call: Call): Job {
  const id = `img_${randomBytes(12).toString('hex')}`;
  const { model, prompt, size, n } = input;
  return {
    kind: 'image',
    id,
    model: model.id,
    payer: call.payer,
    quote: call.quote,
    claim: call.claim,
    pollUrl: `${POLL_PATH}/${id}`,
    ...schedule({ outcome: 'succeed', detail: {} }),
    error: 'The provider could not generate the image.',
    mirrored: true,
    envelope: {
      size,
      n,
      poll_instructions: 'GET poll_url every 2 to 5 seconds with a payment header signed by the same wallet.',
    },
    result: (job) => ({
      id,
      object: 'image.generation.job',
      status: 'completed',
      model: model.id,
      created: Math.floor(job.createdMs / 1000),
      data: Array.from({ length: n }, (_, index) => ({
        ...(on('image-response-format') && input.b64
          ? { b64_json: Buffer.from(`${id} ${index}`).toString('base64') }
          : imageItem(model, id, index, job.mirrored && !(on('mirror-first-only') && index > 0))),
        ...(model.rewrites ? { revised_prompt: `A detailed picture: ${prompt}` } : {}),
      })),
    }),
  };
}

function run(input: ImageInput, call: Call, job: Job): Done {
  const { turn } = call;
  job.mirrored = turn.outcome !== 'mirror_fail';
  Object.assign(job, schedule(turn));
  const inline = !input.model.async && turn.outcome !== 'slow' && turn.outcome !== 'fail' && turn.outcome !== 'timeout';
  if (!inline) return { status: 202, body: () => envelope(job), charge: 'later' };
  job.finishMs = job.createdMs;
  return {
    body: (receipt) => {
      if (!receipt) return undefined;
      job.receipt = receipt;
      const { id, created, data, price, payment } = paidResult(job, receipt, false);
      return { id, created, data, price, payment };
    },
  };
}

/** Image generation and its poll. */
export const imageRoutes: Route[] = [
  paid<ImageInput>({
    path: POLL_PATH,
    summary: 'Generate images',
    price: { mode: 'dynamic', min: usd('0.01675'), max: usd('1.576') },
    failures: {},
    handles: ['slow', 'mirror_fail'],
    stages: true,
    check,
    quote: ({ model, size, n }) => {
      const priced = on('img-c-tall-price') && model.label === 'IMG-C' && size === '768x1344' ? '1440x1440' : size;
      const fees = on('fee-per-image') ? FEE * BigInt(n) : FEE;
      const count = on('n-after-402') ? Math.min(10, Math.max(1, n)) : n;
      return { amount: withMargin(model.rates.get(priced) ?? 0n, count) + fees, window: 600 };
    },
    permit: ({ n }) => {
      if (n < 1 || n > 10) throw invalidField('n', 'must be an integer from 1 to 10');
    },
    begin: (input, call) => openJob(makeJob(input, call), call),
    run: (input, call) => {
      if (!call.job) throw new Error('the job is made right after the claim');
      return run(input, call, call.job);
    },
    failed: (call) => {
      if (call.job) Object.assign(call.job, { failMs: call.job.createdMs, finishMs: Infinity });
    },
  }),
  free({
    path: `${POLL_PATH}/{id}`,
    summary: 'Poll an image job',
    run: (req) => poll(findJob('image', req.params.id ?? ''), req),
  }),
];
