/** Image generation with its hybrid flow, and the polls of image jobs. */
import { type ImageModel, imageModels } from './catalog.ts';
import { customs } from './customs.ts';
import { Form } from './form.ts';
import { envelope, fate, jobAnswers, jobOf, poll, replayOf, stateOf } from './jobs.ts';
import { law } from './law.ts';
import { remember } from './serve.ts';
import { failed, reach } from './upstream.ts';
import { type Ask, type Deal, type Obj, ok, priced, Refusal, type Reply, type Row, row } from './wire.ts';
import { type Job, now, token, world } from './world.ts';

interface Picture {
  model: ImageModel;
  prompt: string;
  size: string;
  n: number;
  weight: number;
}

const route = 'POST /api/v1/images/generations';
const pollUrl = (job: Job) => `/api/v1/images/generations/${job.id}`;

export function imageModel(form: Form, usual: string | undefined, allowed: (model: ImageModel) => boolean): ImageModel {
  const fallback = imageModels.find((one) => one.label === usual);
  const id = form.text('model', { must: usual === undefined }) ?? fallback?.id;
  const model = imageModels.find((one) => one.id === id && allowed(one));
  if (model) return model;
  if (typeof id === 'string') {
    const models = imageModels.filter(allowed).map((one) => one.id);
    throw new Refusal(law.invalidStatus, {
      error: 'Invalid request body',
      message: `Unknown model ${id}. Served here: ${(law.images.listAll ? models : models.slice(0, 3)).join(', ')}`,
      details: [{ field: 'model', message: 'unknown model' }],
    });
  }
  return imageModels[0] as ImageModel;
}

export function sizeOf(form: Form, model: ImageModel): string {
  const size = form.text('size') ?? law.images.usualSize;
  const sizes = Object.keys(model.sizes);
  if (!sizes.includes(size)) form.bad('size', `size has to be one of ${sizes.join(', ')}`);
  return size;
}

export function picturePrice(model: ImageModel, size: string, n: number): number {
  const copies = law.images.perImage ? n : 1;
  return (customs.images.rate(model, size) * copies * law.images.margin) / 100 + law.images.feeFor(n);
}

function read(ask: Ask): Picture {
  const form = new Form(ask.body);
  const model = imageModel(form, undefined, () => true);
  const prompt = form.text('prompt', { must: true }) ?? '';
  const size = sizeOf(form, model);
  const n = form.integer('n', { min: law.images.least, max: law.images.most }) ?? 1;
  form.done();
  return { model, prompt, size, n, weight: customs.images.weight(form.source) };
}

/** One generated image; without the mirror the raw value of the upstream is shown. */
function drawn(picture: Picture, id: string, at: number, mirrored: boolean): Obj {
  const raw = picture.model.base64
    ? 'data:image/png;base64,iVBORw0KGgo='
    : `https://render.example/tmp/${id}-${at}.png?expires=3600`;
  return {
    source_url: picture.model.base64 ? 'image/png' : raw,
    url: mirrored ? `https://media.example/stone/${id}/${at}.png` : raw,
    backed_up: mirrored,
    ...(picture.model.label.startsWith('IMG-A') ? { revised_prompt: `${picture.prompt}, in grey light` } : {}),
  };
}

function makeJob(picture: Picture, deal: Deal, mirrored: boolean, end: ReturnType<typeof fate>): Job {
  const id = `img-${token()}`;
  const made = now();
  const job: Job = {
    id,
    kind: 'image',
    owner: deal.payer,
    model: picture.model.id,
    made,
    done: end.done,
    failure: end.failure,
    started: false,
    price: deal.price,
    auth: deal.paid?.id ?? '',
    authExpires: deal.paid?.expires ?? 0,
    transfer: null,
    shown: { n: picture.n, size: picture.size },
    result: {
      id,
      created: Math.floor(made / 1000),
      model: picture.model.id,
      data: Array.from({ length: picture.n }, (_, at) => drawn(picture, id, at, mirrored)),
    },
  };
  world.jobs.set(id, job);
  if (deal.paid) remember(deal.paid, route, id);
  return job;
}

async function effect(picture: Picture, deal: Deal): Promise<Reply> {
  const reached = await reach(deal, jobAnswers);
  if (reached.outcome === 'empty' || reached.outcome === 'cut') throw failed();
  const end = fate(reached);
  const job = makeJob(picture, deal, reached.outcome !== 'mirror_fail', end);
  if (picture.model.always || stateOf(job) !== 'completed') {
    const extra = {
      poll_url: pollUrl(job),
      poll_instructions: 'Ask poll_url every 2 to 5 seconds, signed by the same wallet.',
    };
    return { status: 202, unpaid: true, body: envelope(job, extra) };
  }
  const transfer = deal.settle();
  job.transfer = transfer;
  const payment = { network: customs.pay.networkShown(transfer.network), status: 'settled', tx_hash: transfer.tx_hash };
  return ok({ ...job.result, price: priced(deal.price), payment });
}

export const imageRows: Row[] = [
  row<Picture>({
    on: route,
    upstream: true,
    window: () => law.pay.asyncWindow(),
    read,
    price: (picture) => picturePrice(picture.model, picture.size, picture.n * picture.weight),
    replayed: replayOf(route, pollUrl),
    effect,
  }),
  row<Job>({
    on: 'GET /api/v1/images/generations/{id}',
    own: true,
    window: () => law.pay.asyncWindow(),
    read: (ask) => jobOf(ask.params.id ?? '', 'image'),
    price: (job) => job.price,
    effect: (job, deal) => poll(deal.ask, deal.row, job),
  }),
];
