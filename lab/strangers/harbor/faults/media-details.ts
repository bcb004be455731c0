/** Faults of images, video and audio on Base, written without sight of any suite. */
import type { Client } from '../probe/client.ts';
import { EDIT, type Fault, faultsOf, IMAGES, image, paidOk, post, quoted, SPEECH, VIDEOS, video } from './kit.ts';

const fault = faultsOf('base');

function order(label: string, extra: Record<string, unknown> = {}): Record<string, unknown> {
  return { model: image(label), prompt: 'a buoy', ...extra };
}

/** The poll address of an image that was slow and is done. */
async function finished(client: Client): Promise<string> {
  await client.script(`POST ${IMAGES}`, 'slow');
  const { body } = await paidOk(client, IMAGES, order('IMG-B1'));
  await client.event('image_job', String(body.id), 'finished');
  return String(body.poll_url);
}

const EDGE = 'harbor-edge';

/** A form with one picture and these fields. */
function form(fields: Record<string, string>): string {
  const picture = `Content-Disposition: form-data; name="image[]"; filename="a.png"\r\nContent-Type: image/png\r\n\r\npixels`;
  const texts = Object.entries(fields).map(
    ([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`,
  );
  return `${[picture, ...texts].map((part) => `--${EDGE}\r\n${part}\r\n`).join('')}--${EDGE}--\r\n`;
}

export const mediaDetailFaults: Fault[] = [
  fault(
    'sync-id-differs',
    'An image given at once has another id than the one that its replay answer names.',
    'per-call job id, same value as `job_id` in async envelopes and replay 402s',
    (rules) => {
      rules.details.syncId = false;
    },
    async (client) => {
      const body = order('IMG-B1');
      const header = { 'payment-signature': await client.sign(await client.terms('POST', IMAGES, body)) };
      const first = await client.post(IMAGES, body, header);
      const again = await client.post(IMAGES, body, header);
      return again.status === 402 && String(again.body.job_id) === String(first.body.id);
    },
  ),
  fault(
    'image-unknown-field',
    'An image request with a field more is refused.',
    'Unknown fields (quality, style, response_format and similar) are ignored.',
    (rules) => {
      rules.details.imageExtraFields = false;
    },
    post(IMAGES, order('IMG-A1', { quality: 'high' }), 402),
  ),
  fault(
    'source-url-base64',
    'The source of a picture that came as text is the whole of that text.',
    'original upstream URL; for base64 outputs only the MIME type is kept',
    (rules) => {
      rules.details.sourceMimeOnly = false;
    },
    async (client) => {
      const { body } = await paidOk(client, IMAGES, order('IMG-A1'));
      return !String(body.data?.[0]?.source_url).includes('base64,');
    },
  ),
  fault(
    'poll-original-only',
    'A job can be polled with the authorization of its submission only.',
    'A fresh signature from the same wallet works.',
    (rules) => {
      rules.details.freshPoll = false;
    },
    async (client) => (await client.pay('GET', await finished(client))).status === 200,
  ),
  fault(
    'settle-failure-loses-image',
    'A finished image whose settlement failed once is given up.',
    '402 `Payment settlement failed` (image ready, retry or re-sign)',
    (rules) => {
      rules.details.keptAfterFailedSettlement = false;
    },
    async (client) => {
      const url = await finished(client);
      await client.control('/settlement', { outcome: 'fail', times: 1 });
      const first = await client.pay('GET', url);
      const { body } = await client.pay('GET', url);
      return first.status === 402 && String(body.payment?.status) === 'settled';
    },
  ),
  fault(
    'second-poll-empty',
    'After the settling poll the pictures are gone from the answer.',
    'completed (200) the normal result plus `price` and `payment{status: settled, tx_hash, network}`, or `already_settled` on later polls',
    (rules) => {
      rules.details.laterPollData = false;
    },
    async (client) => {
      const url = await finished(client);
      await client.pay('GET', url);
      const { body } = await client.pay('GET', url);
      return String(body.payment?.status) === 'already_settled' && Number(body.data?.length) === 1;
    },
  ),
  fault(
    'form-size-ignored',
    'The size of an edit that comes as a form is not read.',
    '`multipart/form-data` (repeated `image[]` file fields, plus `mask`, `model`, `prompt`, `size`, `n`)',
    (rules) => {
      rules.details.formFields = ['model', 'prompt'];
    },
    async (client) => {
      const text = form({ model: image('IMG-A1'), prompt: 'a buoy', size: '1536x1024' });
      const type = { 'content-type': `multipart/form-data; boundary=${EDGE}` };
      const { body } = await client.fetch('POST', EDIT, text, type);
      return Number(body.accepts?.[0]?.amount) === 42_000;
    },
  ),
  fault(
    'ratio-family',
    'Family G takes the widest shape, which only the other family has.',
    '(`adaptive` and `21:9` give 400)',
    (rules) => {
      rules.video.ratiosG.push('21:9');
    },
    post(VIDEOS, { model: video('VID-G2'), prompt: 'a buoy', aspect_ratio: '21:9' }, 400),
  ),
  fault(
    'reference-surcharge',
    'Every reference image makes a clip dearer by three tenths.',
    'own mode, cannot combine with `image_url`, `last_frame_url`, `real_face_asset_id`; no surcharge',
    (rules) => {
      rules.details.referencePercent = 30;
    },
    async (client) => {
      const body = { model: video('VID-S2'), prompt: 'a buoy' };
      const urls = ['https://pics.example.org/a.png', 'https://pics.example.org/b.png'];
      const plain = await client.quote('POST', VIDEOS, body);
      return plain === (await client.quote('POST', VIDEOS, { ...body, reference_image_urls: urls }));
    },
  ),
  fault(
    'speech-bytes-billed',
    'Speech is billed by the bytes of its text.',
    'Per-character models: price is characters divided by 1000, times the rate, plus 5 percent',
    (rules) => {
      rules.details.billBytes = true;
    },
    quoted(SPEECH, { input: 'é'.repeat(2000) }, 105_000),
  ),
];
