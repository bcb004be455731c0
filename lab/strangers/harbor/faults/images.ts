/** Faults of image generation and editing on Base. */
import type { Client } from '../probe/client.ts';
import { EDIT, type Fault, faultsOf, IMAGES, image, PIXEL, paidOk, post, quoted } from './kit.ts';

const fault = faultsOf('base');

function order(label: string, extra: Record<string, unknown> = {}): Record<string, unknown> {
  return { model: image(label), prompt: 'a buoy', ...extra };
}

/** Submits a slow image and gives its poll address and id. */
async function slowJob(client: Client): Promise<{ url: string; id: string }> {
  await client.script(`POST ${IMAGES}`, 'slow');
  const { body } = await paidOk(client, IMAGES, order('IMG-B1'));
  return { url: String(body.poll_url), id: String(body.id) };
}

async function finishedJob(client: Client): Promise<string> {
  const { url, id } = await slowJob(client);
  await client.event('image_job', id, 'finished');
  return url;
}

export const imageFaults: Fault[] = [
  fault(
    'image-n-bound',
    'Eleven images may be asked for.',
    'default 1, 1 to 10; validated before the 402',
    (rules) => {
      rules.images.nMax = 11;
    },
    post(IMAGES, order('IMG-A1', { n: 11 }), 400),
  ),
  fault(
    'image-fee-per-image',
    'The fee is taken once for every image.',
    'times `n`, times 1.05, plus 0.001 once per call',
    (rules) => {
      rules.images.feePerImage = true;
    },
    quoted(IMAGES, order('IMG-B1', { n: 3 }), 158_500),
  ),
  fault(
    'image-tall-as-square',
    'A tall picture of the first model costs what a square one does.',
    '0.022 (square), 0.043 (wide, tall)',
    (rules) => {
      rules.images.overrides['IMG-A1 1024x1536'] = 20_000;
    },
    quoted(IMAGES, order('IMG-A1', { size: '1024x1536' }), 43_000),
  ),
  fault(
    'image-largest-c-cheap',
    'The largest size of model C costs what the smaller ones do.',
    '0.01675 up to 1344 sizes, 0.022 at 1440x1440',
    (rules) => {
      rules.images.overrides['IMG-C 1440x1440'] = 15_000;
    },
    quoted(IMAGES, order('IMG-C', { size: '1440x1440' }), 22_000),
  ),
  fault(
    'image-size-unchecked',
    'A size that the model lacks is accepted.',
    "must be one of the model's sizes, otherwise 400 naming the valid ones",
    (rules) => {
      rules.images.checkSize = false;
    },
    post(IMAGES, order('IMG-D1', { size: '2048x2048' }), 400),
  ),
  fault(
    'image-settled-at-accept',
    'An image job is charged when it is accepted.',
    'payment verified, nonce claimed, upstream job submitted',
    (rules) => {
      rules.images.settleAtAccept = true;
    },
    async (client) => {
      await slowJob(client);
      return (await client.charges()).length === 0;
    },
  ),
  fault(
    'image-settled-every-poll',
    'Every poll of a finished job settles again.',
    'first completed poll settles payment exactly once; later polls return `already_settled`',
    (rules) => {
      rules.images.settleEveryPoll = true;
    },
    async (client) => {
      const url = await finishedJob(client);
      await client.pay('GET', url);
      await client.pay('GET', url);
      return (await client.charges()).length === 1;
    },
  ),
  fault(
    'image-poll-by-anyone',
    'Any wallet may poll the job of another.',
    '403 `Payment payer mismatch`',
    (rules) => {
      rules.images.payerBound = false;
    },
    async (client) =>
      (await client.pay('GET', (await slowJob(client)).url, undefined, { wallet: 'other' })).status === 403,
  ),
  fault(
    'image-stall-later',
    'A stalled image job is given up after two hours only.',
    '1 hour without finishing (images)',
    (rules) => {
      rules.images.stallSeconds = 7200;
    },
    async (client) => {
      await client.script(`POST ${IMAGES}`, 'slow', { seconds: 90_000 });
      const { body } = await paidOk(client, IMAGES, order('IMG-B1'));
      await client.advance(3700);
      return String((await client.pay('GET', String(body.poll_url))).body.status) === 'failed';
    },
  ),
  fault(
    'image-failed-charged',
    'Polling a failed image job settles it.',
    'A failed generation is never charged.',
    (rules) => {
      rules.images.stallCharges = true;
    },
    async (client) => {
      const { url, id } = await slowJob(client);
      await client.event('image_job', id, 'failed');
      await client.pay('GET', url);
      return (await client.charges()).length === 0;
    },
  ),
  fault(
    'image-replay-without-job',
    'The refusal of a used authorization does not say where to poll.',
    'returns 402 `{code: PAYMENT_REPLAY, job_id, poll_url, recoverable: true}`',
    (rules) => {
      rules.images.replayJob = false;
    },
    async (client) => {
      const body = order('IMG-E');
      const header = { 'payment-signature': await client.sign(await client.terms('POST', IMAGES, body)) };
      const first = await client.post(IMAGES, body, header);
      const again = await client.post(IMAGES, body, header);
      return again.status === 402 && String(again.body.poll_url) === String(first.body.poll_url);
    },
  ),
  fault(
    'image-mirror-flag-wrong',
    'An image that could not be mirrored is called backed up.',
    'true when mirrored',
    (rules) => {
      rules.images.mirrorFlag = false;
    },
    async (client) => {
      await client.script(`POST ${IMAGES}`, 'mirror_fail');
      const { body } = await paidOk(client, IMAGES, order('IMG-B1'));
      return String(body.data?.[0]?.backed_up) === 'false';
    },
  ),
  fault(
    'edit-four-for-b',
    'The B models take four images to fuse.',
    'at most 4 for the IMG-A models, 3 for the IMG-B models',
    (rules) => {
      rules.images.editCapB = 4;
    },
    post(EDIT, order('IMG-B1', { image: Array.from({ length: 4 }, () => PIXEL) }), 400),
  ),
  fault(
    'edit-mask-with-array',
    'A mask goes together with several images.',
    'only IMG-A models; single-image only',
    (rules) => {
      rules.images.editMaskSingle = false;
    },
    post(EDIT, order('IMG-A1', { image: [PIXEL, PIXEL], mask: PIXEL }), 400),
  ),
];
