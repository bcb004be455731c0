/** Image edit and fusion: JSON or multipart, always answered inline. */
import type { ImageModel } from './catalog.ts';
import { Form, isObj } from './form.ts';
import { imageModel, picturePrice, sizeOf } from './images.ts';
import { law } from './law.ts';
import { failed, reach } from './upstream.ts';
import { type Ask, ok, Refusal, type Row, row } from './wire.ts';
import { seconds, token } from './world.ts';

interface Edit {
  model: ImageModel;
  prompt: string;
  size: string;
  n: number;
}

const isData = (value: unknown) =>
  typeof value === 'string' && /^data:image\/[\w.+-]+;base64,[A-Za-z0-9+/=\s]+$/.test(value);

function checkImages(form: Form, label: string): void {
  const { image } = form.source;
  const images = Array.isArray(image) ? image : [image];
  if (image === undefined) form.bad('image', 'image is required');
  else if (images.length === 0 || !images.every(isData)) form.bad('image', 'image has to be base64 data URIs');
  if (images.length > law.images.editMost(label)) form.bad('image', `at most ${law.images.editMost(label)} images`);
  if (!form.has('mask')) return;
  if (!isData(form.source.mask)) form.bad('mask', 'mask has to be a data URI');
  if (!law.images.maskable(label)) form.bad('mask', 'this model takes no mask');
  if (Array.isArray(image) && law.images.maskAlone) form.bad('mask', 'a mask goes with a single image');
}

function read(ask: Ask): Edit {
  const form = new Form(isObj(ask.body) ? ask.body : undefined);
  const model = imageModel(form, law.images.usualEdit, (one) => law.images.editable.includes(one.label));
  const prompt = form.text('prompt', { must: true }) ?? '';
  checkImages(form, model.label);
  const size = sizeOf(form, model);
  const n = form.integer('n', { min: law.images.least, max: law.images.most }) ?? 1;
  form.done();
  return { model, prompt, size, n };
}

export const editRows: Row[] = [
  row<Edit>({
    on: 'POST /api/v1/images/image2image',
    upstream: true,
    form: 'parts',
    read,
    price: (edit) => picturePrice(edit.model, edit.size, edit.n),
    effect: async (edit, deal) => {
      const { outcome } = await reach(deal, {
        fail: () =>
          new Refusal(500, { error: 'Internal server error', message: 'The edit failed; nothing was charged.' }),
        timeout: () =>
          new Refusal(law.images.editTimeout, {
            error: 'Timed out',
            message: 'The edit took too long; nothing was charged.',
          }),
      });
      if (outcome === 'cut' || outcome === 'empty') throw failed();
      const data = Array.from({ length: edit.n }, () => ({
        revised_prompt: edit.prompt,
        url: `https://media.example/edit/${token()}.png`,
      }));
      return ok({ data, created: seconds(), model: edit.model.id });
    },
  }),
];
