/** Image editing and fusion, from JSON or from a form. */
import { Checker } from '../check.ts';
import { EDIT_PRICES, IMAGE_MODELS, type ImageModel } from '../data/media.ts';
import { paid } from '../flow.ts';
import { type Call, type Dict, type Json, jsonBody, Refusal } from '../http.ts';

interface Input {
  model: ImageModel;
  size: string;
  n: number;
  prompt: string;
}

async function dataUri(value: unknown): Promise<Json> {
  if (!(value instanceof Blob)) return typeof value === 'string' ? value : null;
  const bytes = Buffer.from(await value.arrayBuffer());
  return `data:${value.type || 'image/png'};base64,${bytes.toString('base64')}`;
}

/** A form as the same object that JSON would have been. */
async function formBody(call: Call, type: string): Promise<Dict> {
  let form: Awaited<ReturnType<Response['formData']>>;
  try {
    form = await new Response(new Uint8Array(call.raw), { headers: { 'content-type': type } }).formData();
  } catch {
    throw new Refusal(400, {
      error: 'Invalid request body',
      details: [{ field: 'body', message: 'no readable form' }],
    });
  }
  const body: Dict = {};
  const files = [...form.getAll('image[]'), ...form.getAll('image')];
  const images = await Promise.all(files.slice(0, call.gateway.rules.combinations.formImages).map(dataUri));
  if (images.length > 0) body.image = images.length === 1 ? (images[0] ?? null) : images;
  if (form.has('mask')) body.mask = await dataUri(form.get('mask'));
  for (const field of call.gateway.rules.details.formFields) {
    const value = form.get(field);
    if (typeof value === 'string') body[field] = value;
  }
  const n = form.get('n');
  if (typeof n === 'string') body.n = Number.isNaN(Number(n)) ? n : Number(n);
  return body;
}

const DATA_URI = /^data:image\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/=\s]+$/;

function imagesOf(check: Checker): { images: Json[]; listed: boolean } {
  const image = check.get('image');
  if (image === undefined) {
    check.bad('image', 'image is required');
    return { images: [], listed: false };
  }
  const listed = Array.isArray(image);
  const images = listed ? image : [image];
  if (images.length === 0) check.bad('image', 'image is empty');
  if (images.some((one) => typeof one !== 'string' || !DATA_URI.test(one))) check.bad('image', 'image wants data URIs');
  return { images, listed };
}

async function parse(call: Call): Promise<Input> {
  const rule = call.gateway.rules.images;
  const type = call.req.headers['content-type'] ?? '';
  const body = type.startsWith('multipart/form-data') ? await formBody(call, type) : jsonBody(call);
  const check = new Checker(body);
  const named = check.string('model');
  const prompt = check.string('prompt', { required: true });
  const { images, listed } = imagesOf(check);
  const mask = check.string('mask');
  if (mask !== undefined && !DATA_URI.test(mask)) check.bad('mask', 'mask wants a data URI');
  const size = check.string('size') ?? rule.sizeDefault;
  const n = check.number('n', { whole: true, min: rule.nMin, max: rule.nMax }) ?? 1;
  check.done();
  const label = rule.editDefault;
  const model = IMAGE_MODELS.find((entry) => (named === undefined ? entry.label === label : entry.id === named));
  if (model === undefined || !rule.editModels.includes(model.label)) {
    const models = IMAGE_MODELS.filter((entry) => rule.editModels.includes(entry.label)).map((entry) => entry.id);
    throw new Refusal(400, { models, details: [{ field: 'model', message: 'no editor' }], error: 'Unknown model' });
  }
  const family = model.label.startsWith('IMG-A') ? 'A' : 'B';
  if (mask !== undefined && !rule.editMaskFamilies.includes(family)) check.bad('mask', 'this model takes no mask');
  if (mask !== undefined && listed && rule.editMaskSingle) check.bad('mask', 'a mask goes with a single image');
  const cap = family === 'A' ? rule.editCapA : rule.editCapB;
  if (images.length > cap) check.bad('image', `at most ${cap} images`);
  const prices = EDIT_PRICES[model.label] ?? {};
  // `constructor` is a name that every object answers to, and no size.
  if (!Object.hasOwn(prices, size)) check.bad('size', `size is one of ${Object.keys(prices).join(', ')}`);
  check.done();
  return { model, size, n, prompt: prompt ?? '' };
}

export const editOperation = paid<Input>({
  template: '/api/v1/images/image2image',
  summary: 'Image edit and fusion',
  range: [21_000, 1_575_000],
  refusals: {
    fail: () => new Refusal(500, { error: 'Edit failed' }),
    timeout: ({ gateway }) => new Refusal(gateway.rules.images.editTimeoutStatus, { error: 'Edit timed out' }),
  },
  parse,
  quote: ({ gateway }, input) => {
    const rule = gateway.rules.images;
    const key = `${input.model.label} ${input.size}`;
    const each = rule.editOverrides[key] ?? EDIT_PRICES[input.model.label]?.[input.size] ?? 0;
    return { micro: each * input.n };
  },
  run: ({ gateway }, input) => {
    const data = Array.from({ length: input.n }, () => ({
      revised_prompt: `${input.prompt}, retouched`,
      url: `https://media.harbor.example/e/${gateway.id('he')}.png`,
    }));
    return { charge: true, answer: { status: 200, body: { data, created: gateway.seconds(), model: input.model.id } } };
  },
});
