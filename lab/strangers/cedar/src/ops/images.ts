import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { check, readJson } from '../body.ts';
import type { ImageModel } from '../catalog/media.ts';
import { DEFAULT_EDIT, imageModel, imageModels, imageRate } from '../catalog/media.ts';
import { config, prefix } from '../config.ts';
import { ApiError, badField } from '../errors.ts';
import { on } from '../fault.ts';
import { FEE, fmt, margin5 } from '../money.ts';
import type { Call, Receipt, Result } from '../op.ts';
import { op } from '../op.ts';
import { param } from '../paths.ts';
import { must } from '../tables.ts';
import { token, world } from '../world.ts';
import { envelope, findJob, finish, newJob } from './jobs.ts';
import { dataUri } from './pictures.ts';
import { poll } from './polls.ts';

const schema = z.object({
  model: z.string(),
  prompt: z.string().min(1),
  size: z.string().default('1024x1024'),
  n: z.number().int().min(1).max(10).default(1),
});
interface Generate {
  model: ImageModel;
  prompt: string;
  size: string;
  n: number;
}

function sizeOf(sizes: Record<string, unknown>, size: string): void {
  if (Object.hasOwn(sizes, size)) return;
  const valid = Object.keys(sizes);
  throw badField('size', `Invalid size: ${size}. Valid sizes: ${valid.join(', ')}`, { valid_sizes: valid });
}

function pictures(id: string, x: Generate, mirrored: boolean, base64: boolean) {
  return Array.from({ length: x.n }, (_v, i) => {
    const source = base64 ? 'image/png' : `https://${x.model.id.split('/')[0]}.example.net/tmp/${id}-${i}.png`;
    const raw = base64 ? 'data:image/png;base64,iVBORw0KGgo=' : source;
    return {
      url: mirrored ? `https://media.cedar.example/${id}/${i}.png` : raw,
      source_url: base64 && on('base64-source-kept') ? 'data:image/png;base64,iVBORw0KGgo=' : source,
      backed_up: mirrored,
      ...(x.model.label.startsWith('IMG-A') ? { revised_prompt: `${x.prompt}, in soft light` } : {}),
    };
  });
}

function run(x: Generate, call: Call): Result {
  const id = token('img_');
  const { outcome, detail } = call.script;
  const base64 = x.model.label.startsWith('IMG-A');
  const created = world.unix();
  const data = pictures(id, x, outcome !== 'mirror_fail', base64);
  const result = () => ({ id, created, data });
  const quoted = quote(x);
  if (outcome === 'empty')
    throw new ApiError(502, {
      error: 'Upstream error',
      message: 'The provider returned no image. You were not charged.',
    });
  if (config.host === 'account') {
    // This host has no image job to poll: the call waits for the image.
    if (outcome === 'fail')
      throw new ApiError(502, {
        error: 'Upstream error',
        code: 'UPSTREAM_ERROR',
        message: 'The provider failed. You were not charged.',
      });
    return {
      body: { ...result(), price: { amount: fmt(quoted.account), currency: 'USD' } },
      usage: { model: x.model.id },
    };
  }
  const late = x.model.async === true || outcome === 'slow' || (outcome === 'fail' && detail.stage === 'run');
  const job = newJob(call, {
    id,
    kind: 'image',
    model: x.model.id,
    price: quoted.base,
    pollUrl: `${prefix()}/images/generations/${id}`,
    facts: { size: x.size, n: x.n },
    result,
    template: '/images/generations',
  });
  if (late) {
    const body = envelope(job);
    if (on('poll-url-absolute')) body.poll_url = new URL(job.pollUrl, call.c.req.url).href;
    return { status: 202, body, deferred: true };
  }
  finish(job);
  return {
    commit: (r) => {
      job.receipt = r ?? undefined;
    },
    withReceipt: (r: Receipt | null) => ({
      ...result(),
      price: { amount: fmt(on('result-price-of-one') ? quote({ ...x, n: 1 }).base : quoted.base), currency: 'USD' },
      payment: { status: 'settled', tx_hash: r?.tx ?? null, network: r?.network ?? null },
    }),
  };
}

function quote(x: Generate) {
  const rate = imageRate(x.model, x.size);
  const work = margin5(rate * BigInt(x.n));
  const fees = FEE * (on('image-fee-per-picture') ? BigInt(x.n) : 1n);
  return { base: work + fees, account: on('image-n-unbilled') ? margin5(rate) : work };
}

export const generate = op<Generate>({
  method: 'POST',
  template: '/images/generations',
  hosts: 'both',
  upstream: true,
  timeoutSeconds: 600,
  describe: 'Image generation',
  parse: async (c) => {
    const body = check(schema, await readJson(c));
    const model = imageModel(body.model);
    sizeOf(model.sizes, body.size);
    return { ...body, model };
  },
  quote,
  run,
});

export function mountImagePoll(app: Hono): void {
  app.get('/api/v1/images/generations/:id', (c: Context) => poll(c, findJob(param(c, 'id'), 'image')));
}

// Edits.
const editSchema = z.object({
  model: z.string().optional(),
  prompt: z.string().min(1),
  image: z.union([z.string(), z.array(z.string()).min(1)]),
  mask: z.string().optional(),
  size: z.string().default('1024x1024'),
  n: z.number().int().min(1).max(10).default(1),
});
interface Edit {
  model: ImageModel;
  size: string;
  n: number;
  prompt: string;
}

async function fromForm(c: Context): Promise<unknown> {
  let form: FormData;
  try {
    form = await c.req.formData();
  } catch {
    throw new ApiError(400, {
      error: 'Invalid request body',
      details: [{ field: '(body)', message: 'malformed multipart form' }],
    });
  }
  const uri = async (v: string | File): Promise<string> =>
    typeof v === 'string'
      ? v
      : `data:${v.type || 'image/png'};base64,${Buffer.from(await v.arrayBuffer()).toString('base64')}`;
  const files = await Promise.all([...form.getAll('image[]'), ...form.getAll('image')].map(uri));
  const text = (k: string): string | undefined => {
    const v = form.get(k);
    return typeof v === 'string' ? v : undefined;
  };
  const mask = form.get('mask');
  const n = text('n');
  return {
    model: text('model'),
    prompt: text('prompt'),
    size: on('form-size-ignored') ? undefined : text('size'),
    n: n !== undefined && /^\d+$/.test(n) ? Number(n) : n,
    image: files.length === 1 ? files[0] : files.length === 0 ? undefined : files,
    mask: mask === null ? undefined : await uri(mask),
  };
}

async function parseEdit(c: Context): Promise<Edit> {
  const multipart = /^multipart\/form-data/i.test(c.req.header('content-type') ?? '');
  const body = check(editSchema, multipart ? await fromForm(c) : await readJson(c));
  const model = body.model === undefined ? DEFAULT_EDIT : imageModel(body.model);
  if (!model.edit) {
    const valid = imageModels()
      .filter((m) => m.edit)
      .map((m) => m.id);
    throw badField('model', `${model.id} does not edit images. Valid models: ${valid.join(', ')}`, {
      valid_models: valid,
    });
  }
  const list = Array.isArray(body.image) ? body.image : [body.image];
  const { cap } = model.edit;
  if (list.length > cap && !(multipart && on('edit-cap-json-only')))
    throw badField('image', `at most ${cap} images for ${model.id}`);
  if (body.mask !== undefined) {
    if (!model.edit.mask) throw badField('mask', `${model.id} takes no mask`);
    if (Array.isArray(body.image)) throw badField('mask', 'a mask works with a single image only');
    dataUri('mask', body.mask);
  }
  for (const image of list) dataUri('image', image);
  sizeOf(model.edit.sizes, body.size);
  return { model, size: body.size, n: body.n, prompt: body.prompt };
}

export const edit = op<Edit>({
  method: 'POST',
  template: '/images/image2image',
  hosts: 'base',
  upstream: true,
  describe: 'Image edit and fusion',
  parse: parseEdit,
  quote: (x) => ({ base: must(x.model.edit?.sizes[x.size]) * BigInt(x.n) + FEE, account: 0n }),
  run: (x, call) => {
    const id = token('edit_');
    return {
      body: {
        created: world.unix(),
        data: pictures(id, x, call.script.outcome !== 'mirror_fail', true).map((p) => ({
          url: p.url,
          revised_prompt: x.prompt,
        })),
      },
    };
  },
  failures: {
    fail: () => ({
      status: 500,
      body: { error: 'Image edit failed', message: 'The provider failed. You were not charged.' },
    }),
    empty: () => ({
      status: 500,
      body: { error: 'Image edit failed', message: 'The provider returned no image. You were not charged.' },
    }),
    timeout: () => ({ status: 504, body: { error: 'Image edit timed out', message: 'You were not charged.' } }),
    unconfigured: () => ({
      status: 500,
      body: { error: 'Image edit is not available', message: 'You were not charged.' },
    }),
  },
});
