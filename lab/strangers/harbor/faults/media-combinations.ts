/** Faults of images, edits, video and speech on Base that show only in combination; written without sight of any suite. */
import { EDIT, type Fault, faultsOf, IMAGES, image, PHOTO, paidOk, post, SPEECH, VIDEOS, video } from './kit.ts';

const fault = faultsOf('base');
const EDGE = 'harbor-edge';

/** A form with so many pictures. */
function form(count: number): string {
  const file = `Content-Disposition: form-data; name="image[]"; filename="a.png"\r\nContent-Type: image/png\r\n\r\npixels`;
  const texts = Object.entries({ model: image('IMG-A1'), prompt: 'a buoy' }).map(
    ([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`,
  );
  const parts = [...Array.from({ length: count }, () => file), ...texts];
  return `${parts.map((part) => `--${EDGE}\r\n${part}\r\n`).join('')}--${EDGE}--\r\n`;
}

export const mediaCombinationFaults: Fault[] = [
  fault(
    'result-price-single',
    'The answer with several pictures names the price of one.',
    '| price | object | `{amount: string, currency}`; USD billed including margin and fee |',
    (rules) => {
      rules.combinations.resultPriceOfAll = false;
    },
    async (client) => {
      const { body } = await paidOk(client, IMAGES, { model: image('IMG-B1'), prompt: 'a buoy', n: 3 });
      const [charged] = await client.charges();
      return Math.round(Number(body.price?.amount) * 1e6) === charged;
    },
  ),
  fault(
    'form-images-dropped',
    'Of a form with more pictures than may be fused the first four are taken.',
    'A mask on a IMG-B model, a mask together with an image array, or more images than the cap returns 400.',
    (rules) => {
      rules.combinations.formImages = 4;
    },
    async (client) => {
      const type = { 'content-type': `multipart/form-data; boundary=${EDGE}` };
      const [most, more] = [await client.post(EDIT, form(4), type), await client.post(EDIT, form(5), type)];
      return most.status === 402 && more.status === 400;
    },
  ),
  fault(
    'last-frame-type-image',
    'A first and a last frame together are held to be a request with an image.',
    '`text`, `image`, `first_last_frame`, `reference`; must match the seed fields sent, else 400 carrying `inferred_input_type`',
    (rules) => {
      rules.combinations.lastFrameType = false;
    },
    post(
      VIDEOS,
      {
        model: video('VID-S2'),
        prompt: 'a buoy',
        image_url: PHOTO,
        last_frame_url: PHOTO,
        input_type: 'first_last_frame',
      },
      402,
    ),
  ),
  fault(
    'speech-price-from-payment',
    'The price of a paid speech is read from its payment, so that the payment for a short text buys a long one.',
    'The price is recomputed from the body on the paid call, so a payment signed for short text cannot be reused for longer text.',
    (rules) => {
      rules.combinations.speechRepriced = false;
    },
    async (client) => {
      const header = await client.sign(await client.terms('POST', SPEECH, { input: 'Ahoy.' }));
      const reply = await client.post(SPEECH, { input: 'Ahoy. '.repeat(500) }, { 'payment-signature': header });
      return reply.status === 402 && (await client.charges()).length === 0;
    },
  ),
];
