import { randomBytes } from 'node:crypto';
import { Fields } from './check.ts';
import { nowSeconds } from './clock.ts';
import { on } from './faults.ts';
import { paid } from './flow.ts';
import { HttpError, type Req } from './http.ts';
import { type ImageModel, imageModel, imageModels, withMargin } from './image-models.ts';
import { dataUriProblem } from './image-url.ts';
import { checkSize, imageItem, unknownModel } from './images.ts';
import { settle } from './ledger.ts';
import { usd } from './money.ts';
import { parseMultipart } from './multipart.ts';
import type { Route } from './router.ts';

interface EditInput {
  model: ImageModel;
  prompt: string;
  size: string;
  n: number;
}

function formFields(req: Req, contentType: string): Fields {
  const body: Record<string, unknown> = Object.create(null);
  const images: string[] = [];
  for (const part of parseMultipart(req.body, contentType)) {
    const isFile = part.filename !== undefined;
    const value = isFile
      ? `data:${part.type.startsWith('image/') ? part.type : 'image/png'};base64,${part.data.toString('base64')}`
      : part.data.toString('utf8');
    if (part.name === 'image[]' || part.name === 'image') images.push(value);
    else if (part.name === 'n') body.n = /^-?\d+$/.test(value) ? Number(value) : value;
    else body[part.name] = value;
  }
  // One file is a single image, as with JSON: only then a mask is allowed.
  if (images.length > 0) body.image = images.length === 1 || on('edit-form-cap') ? images[0] : images;
  return new Fields(body);
}

function readFields(req: Req): Fields {
  const type = req.headers['content-type'] ?? '';
  return type.toLowerCase().startsWith('multipart/form-data') ? formFields(req, type) : Fields.of(req);
}

function checkImages(fields: Fields, model: ImageModel): void {
  const image = fields.get('image');
  const list = Array.isArray(image) ? image : [image];
  if (image === undefined) fields.fail('image', 'is required');
  else if (list.length === 0) fields.fail('image', 'must hold at least one image');
  else if (list.length > model.editImages)
    fields.fail('image', `must hold at most ${model.editImages} images for this model`);
  else {
    const reason = list
      .map((item) => (typeof item === 'string' ? dataUriProblem(item, false) : 'must be a data URI'))
      .find(Boolean);
    if (reason) fields.fail('image', reason);
  }
  const mask = fields.text('mask');
  if (mask === undefined) return;
  const reason = dataUriProblem(mask, false);
  if (reason) fields.fail('mask', reason);
  if (!model.mask) fields.fail('mask', 'is not supported by this model');
  if (Array.isArray(image)) fields.fail('mask', 'cannot be combined with an array of images');
}

function check(req: Req): EditInput {
  const fields = readFields(req);
  const editable = imageModels.filter((model) => model.editImages > 0);
  const fallback = editable.find((model) => model.label === 'IMG-A2')?.id ?? '';
  const id = fields.text('model') ?? fallback;
  const prompt = fields.needText('prompt');
  const n = fields.integer('n', { min: 1, max: 10 }) ?? 1;
  const model = imageModel(id);
  if (!model || model.editImages === 0)
    throw unknownModel(
      editable.map((item) => item.id),
      fields.problems,
    );
  checkImages(fields, model);
  const size = checkSize(fields, model);
  fields.done();
  return { model, prompt, size, n };
}

/** Image edit and fusion. */
export const editRoutes: Route[] = [
  paid<EditInput>({
    path: '/api/v1/images/image2image',
    summary: 'Edit or fuse images',
    price: { mode: 'dynamic', min: usd('0.021'), max: usd('1.575') },
    handles: ['mirror_fail'],
    failures: {
      timeout: () => new HttpError(504, { error: 'Image edit timed out', message: 'Nothing was charged.' }),
    },
    failed: (call) => {
      if (on('edit-timeout-charged') && call.turn.outcome === 'timeout')
        settle(call.auth, call.claim, call.req.route, call.req.method);
    },
    check,
    quote: ({ model, size, n }) => ({ amount: withMargin(model.rates.get(size) ?? 0n, n) }),
    run: ({ model, prompt, n }, call) => {
      const id = randomBytes(12).toString('hex');
      return {
        body: () => ({
          created: nowSeconds(),
          data: Array.from({ length: n }, (_, index) => ({
            url: imageItem(model, id, index, call.turn.outcome !== 'mirror_fail').url,
            revised_prompt: `Edited: ${prompt}`,
          })),
        }),
      };
    },
  }),
];
