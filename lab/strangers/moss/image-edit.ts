import { nowSeconds } from './clock.ts';
import { Form } from './form.ts';
import { HttpError, type Reply, refuse } from './http.ts';
import { DEFAULT_EDIT_MODEL, DEFAULT_SIZE, imageModel, imageModels } from './image-catalog.ts';
import { rateOf } from './images.ts';
import { dataUriBytes, PIXEL, storageUrl } from './media-url.ts';
import { metered } from './metered.ts';
import { withMargin } from './money.ts';
import { parseMultipart } from './multipart.ts';
import type { Call, Operation } from './operation.ts';
import type { Turn } from './upstream.ts';

const UPSTREAM = 'image2image';

/** Image editing and fusion. */
export const imageEditOperations: Operation[] = [
  {
    methods: ['POST'],
    path: '/v1/images/image2image',
    summary: 'Edit an image or fuse several',
    upstream: UPSTREAM,
    handle: (call) => edit(call),
  },
];

function edit(call: Call): Promise<Reply> {
  const form = new Form(/^multipart\/form-data/i.test(call.contentType) ? fromMultipart(call) : call.json());
  const id = form.text('model') ?? DEFAULT_EDIT_MODEL;
  const prompt = form.must('prompt');
  const images = readImages(form);
  const mask = form.text('mask');
  if (mask !== undefined && dataUriBytes(mask) === undefined)
    form.add('mask', 'mask must be a base64 data URI of an image');
  const size = form.text('size') ?? DEFAULT_SIZE;
  const n = form.integer('n', { min: 1, max: 10 }) ?? 1;
  form.done();
  const model = imageModel(id);
  if (model?.editCap === undefined) {
    throw refuse(
      'model',
      `model ${JSON.stringify(id)} does not edit images`,
      imageModels.filter((item) => item.editCap !== undefined).map((item) => item.id),
    );
  }
  const rate = rateOf(model, size);
  const price = withMargin(rate) * BigInt(n);
  if (images.length > model.editCap)
    throw refuse('image', `image takes at most ${model.editCap} images with ${model.id}`);
  if (mask !== undefined && !model.masks) throw refuse('mask', `mask is not supported by ${model.id}`);
  if (mask !== undefined && Array.isArray(form.get('image')))
    throw refuse('mask', 'mask takes a single image, not an array');
  return metered(call, { quote: price, upstream: UPSTREAM, model: model.id, failure: editFailure }, (turn) => ({
    body: {
      created: nowSeconds(),
      data: Array.from({ length: n }, () => ({
        url: turn.outcome === 'mirror_fail' ? PIXEL : storageUrl('edits', 'png'),
        revised_prompt: `${prompt}, edited`,
      })),
    },
  }));
}

function editFailure(turn: Turn): HttpError | undefined {
  if (turn.outcome === 'timeout') return new HttpError(504, 'The edit timed out');
  if (turn.outcome === 'fail' || turn.outcome === 'cut' || turn.outcome === 'unconfigured')
    return new HttpError(500, 'The image could not be edited');
  return undefined;
}

function readImages(form: Form): string[] {
  const value = form.get('image');
  if (!form.need('image')) return [];
  const images = Array.isArray(value) ? (form.texts('image', { min: 1 }) ?? []) : [form.text('image') ?? ''];
  for (const [index, image] of images.entries()) {
    if (dataUriBytes(image) === undefined)
      form.add(Array.isArray(value) ? `image/${index}` : 'image', 'image must be a base64 data URI');
  }
  return images;
}

/** Writes a multipart body as the JSON body that means the same. */
function fromMultipart(call: Call): Record<string, unknown> {
  const fields = new Map<string, unknown>();
  const images: string[] = [];
  for (const part of parseMultipart(call.raw, call.contentType)) {
    const text = part.isFile
      ? `data:${part.type};base64,${part.bytes.toString('base64')}`
      : part.bytes.toString('utf8');
    if (part.name === 'image[]' || part.name === 'image') images.push(text);
    else if (fields.has(part.name)) throw refuse(part.name, `${part.name} was sent more than once`);
    else fields.set(part.name, part.name === 'n' && /^\d{1,4}$/.test(text) ? Number(text) : text);
  }
  if (images.length > 0) fields.set('image', images.length === 1 ? images[0] : images);
  return Object.fromEntries(fields);
}
