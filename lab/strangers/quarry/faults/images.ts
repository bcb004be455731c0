/** Faults of image generation, its jobs and image edit on Solana. */
import { imageModels } from '../catalog.ts';
import { law } from '../law.ts';
import { costs, editLine, type Fault, imageJob, imageLine, picture, says } from './fault.ts';

const host = 'solana';
const stroke = imageModels.find((model) => model.label === 'IMG-C');

export const imageFaults: Fault[] = [
  {
    id: 'image-cell',
    host,
    says: 'The largest size of IMG-C costs as much as the small ones.',
    quote: '0.01675 up to 1344 sizes, 0.022 at 1440x1440',
    apply: () => {
      if (stroke) stroke.sizes['1440x1440'] = 15_000;
    },
    probe: costs(imageLine, { model: 'chalk/stroke', prompt: 'a cliff', size: '1440x1440' }, 22_000),
  },
  {
    id: 'fee-per-image',
    host,
    says: 'The flat fee is taken once per image.',
    quote: 'catalog rate for the size, times `n`, times 1.05, plus 0.001 once per call',
    apply: () => {
      law.images.feeFor = (n) => 1000 * n;
    },
    probe: costs(imageLine, { model: 'ochre/tint', prompt: 'a cliff', n: 3 }, 64_000),
  },
  {
    id: 'n-eleven',
    host,
    says: 'Eleven images may be asked for in one call.',
    quote: 'default 1, 1 to 10; validated before the 402',
    apply: () => {
      law.images.most = 11;
    },
    probe: says(imageLine, { model: 'ochre/tint', prompt: 'a cliff', n: 11 }, 400),
  },
  {
    id: 'poll-by-stranger',
    host,
    says: 'Another wallet may poll an image job and pay for it.',
    quote: '403 `Payment payer mismatch`',
    apply: () => {
      law.images.ownerOnly = false;
    },
    probe: async (buyer) =>
      (await buyer.pay(await imageJob(buyer), undefined, { key: buyer.place.other })).status === 403,
  },
  {
    id: 'poll-settles-twice',
    host,
    says: 'Every poll of a completed job settles again.',
    quote: 'first completed poll settles payment exactly once; later polls return `already_settled`',
    apply: () => {
      law.images.settlesOnce = false;
    },
    probe: async (buyer) => {
      const line = await imageJob(buyer);
      await buyer.pay(line);
      const again = await buyer.pay(line);
      return again.at('payment.status') === 'already_settled' && (await buyer.spent()) === 48_250;
    },
  },
  {
    id: 'stall-late',
    host,
    says: 'A job that hangs is given up after two hours only.',
    quote: '1 hour without finishing (images)',
    apply: () => {
      law.images.stallSeconds = 7200;
    },
    probe: async (buyer) => {
      await buyer.script(imageLine, 'slow', { seconds: 9000 });
      const line = await imageJob(buyer);
      await buyer.advance(3700);
      return (await buyer.pay(line)).at('status') === 'failed';
    },
  },
  {
    id: 'replay-without-job',
    host,
    says: 'The replay of an image authorization does not name its job.',
    quote: '402 `{code: PAYMENT_REPLAY, job_id, poll_url, recoverable: true}`',
    apply: () => {
      law.images.replayNamesJob = false;
    },
    probe: async (buyer) => {
      const body = { model: 'umber/fresco', prompt: 'a cliff' };
      const ticket = await buyer.ticket(imageLine, body);
      const first = await buyer.send(imageLine, body, ticket);
      const again = await buyer.send(imageLine, body, ticket);
      return again.at('job_id') === first.at('id') && again.at('recoverable') === true;
    },
  },
  {
    id: 'five-images',
    host,
    says: 'Five images may be fused by the IMG-A models.',
    quote: 'at most 4 for the IMG-A models, 3 for the IMG-B models',
    apply: () => {
      law.images.editMost = (label) => (label.startsWith('IMG-A') ? 5 : 3);
    },
    probe: says(editLine, { model: 'quartzite/etch-1', prompt: 'fuse', image: Array(5).fill(picture) }, 400),
  },
  {
    id: 'mask-anywhere',
    host,
    says: 'A mask is accepted on an IMG-B model.',
    quote: 'A mask on a IMG-B model, a mask together with an image array, or more images than the cap returns 400.',
    apply: () => {
      law.images.maskable = () => true;
    },
    probe: says(editLine, { model: 'lapis/wash', prompt: 'mend', image: picture, mask: picture }, 400),
  },
  {
    id: 'edit-default-cheap',
    host,
    says: 'An edit without a model uses IMG-A1.',
    quote: 'default is IMG-A2; supported IMG-A1, IMG-A2, IMG-B1, IMG-B3',
    apply: () => {
      law.images.usualEdit = 'IMG-A1';
    },
    probe: async (buyer) => (await buyer.quote(editLine, { prompt: 'mend', image: picture })) >= 63_000,
  },
  {
    id: 'edit-timeout-502',
    host,
    says: 'An edit that times out answers 502.',
    quote: 'Edit errors: 400, 402, 429, 500, 504 (timed out).',
    apply: () => {
      law.images.editTimeout = 502;
    },
    probe: async (buyer) => {
      await buyer.script(editLine, 'timeout');
      return (await buyer.pay(editLine, { prompt: 'mend', image: picture })).status === 504;
    },
  },
  {
    id: 'short-model-list',
    host,
    says: 'The refusal of an unknown image model names only three ids.',
    quote: 'catalog id; unknown id gives 400 listing all ids',
    apply: () => {
      law.images.listAll = false;
    },
    probe: async (buyer) => {
      const { text } = await buyer.send(imageLine, { model: 'no/such', prompt: 'a cliff' });
      return imageModels.every((model) => text.includes(model.id));
    },
  },
];
