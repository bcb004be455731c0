/** Faults of prices on Solana that show only where two fields meet. */
import { customs } from '../customs.ts';
import { law } from '../law.ts';
import { costs, editLine, type Fault, imageLine, picture, searchLine, speechLine, under, videoLine } from './fault.ts';

const host = 'solana';

/** A form of five pictures to be fused. */
function fiveParts(): FormData {
  const form = new FormData();
  form.set('prompt', 'one cliff');
  const bytes = Buffer.from(picture.split(',')[1] ?? '', 'base64');
  for (let at = 0; at < 5; at++) form.append('image[]', new Blob([bytes], { type: 'image/png' }), `${at}.png`);
  return form;
}

export const priceFaults: Fault[] = [
  {
    id: 'wide-fresco-dear',
    host,
    says: 'IMG-E is priced by its longer edge, so 2048x1024 costs as much as 2048x2048, against the catalog.',
    quote: '0.04825 up to about 2.36M pixels (1024x1024, 1280x720, 2048x1024)',
    apply: () => {
      customs.images.rate = (model, size) => {
        const long = Math.max(...size.split('x').map(Number)) >= 2048;
        return model.label === 'IMG-E' && long ? 90_000 : (model.sizes[size] ?? 0);
      };
    },
    probe: costs(imageLine, { model: 'umber/fresco', prompt: 'a cliff', size: '2048x1024' }, 48_250),
  },
  {
    id: 'parts-one-image',
    host,
    says: 'Of several image[] parts of a form only the last is kept, so that no fusion is ever too large.',
    quote: 'or more images than the cap returns 400',
    apply: () => {
      customs.images.files = (images) => images.slice(-1);
    },
    probe: async (buyer) => (await buyer.send(editLine, fiveParts())).status === 400,
  },
  {
    id: 'search-per-source',
    host,
    says: 'The price of a search grows and falls with the number of its sources.',
    quote: '`max_results` times 0.02625 plus 0.001 per call (default 10 gives 0.2635)',
    apply: () => {
      customs.search.counted = (most, sources) => (most * sources) / 2;
    },
    probe: costs(searchLine, { query: 'slate', sources: ['web'], max_results: 4 }, 106_000),
  },
  {
    id: 'references-surcharged',
    host,
    says: 'Every reference image adds the surcharge of a reference audio.',
    quote: 'cannot combine with `image_url`, `last_frame_url`, `real_face_asset_id`; no surcharge',
    apply: () => {
      customs.videos.surcharge = (references) => 1 + 0.3 * references;
    },
    probe: async (buyer) => {
      const clip = { model: 'seam/drift-2', prompt: 'a cart', duration_seconds: 4 };
      const urls = ['a', 'b'].map((name) => `https://photos.example/${name}.png`);
      const plain = await buyer.quote(videoLine, clip);
      return (await buyer.quote(videoLine, { ...clip, reference_image_urls: urls })) === plain;
    },
  },
  {
    id: 'speech-bytes',
    host,
    says: 'Speech is priced by the bytes of its text, not by the characters.',
    quote: 'price is characters divided by 1000, times the rate',
    apply: () => {
      customs.audio.charactersOf = (input) => Buffer.byteLength(input);
    },
    probe: async (buyer) => {
      const plain = await buyer.quote(speechLine, { input: 'e'.repeat(2000) });
      return (await buyer.quote(speechLine, { input: 'é'.repeat(2000) })) === plain;
    },
  },
  {
    id: 'speech-price-kept',
    host,
    says: 'The paid call of speech takes its price from the authorization, so that of a short text buys a long one.',
    quote: 'The price is recomputed from the body on the paid call',
    apply: () => {
      customs.pay.owed = (row, price, payment) => {
        const accepted = payment?.accepted as { amount?: string } | undefined;
        return row.on === speechLine && accepted?.amount !== undefined ? Number(accepted.amount) : price;
      };
    },
    probe: async (buyer) => {
      const ticket = await buyer.ticket(speechLine, { input: 'A short one.' });
      return (await buyer.send(speechLine, { input: 'A long one. '.repeat(500) }, ticket)).status === 402;
    },
  },
  {
    id: 'usstock-free',
    host,
    says: 'The price of a US equity is free under the alias usstock.',
    quote: '(`usstock` is an alias of market `us`)',
    apply: () => {
      customs.prices.aliasIsEquity = false;
    },
    probe: async (buyer) => (await buyer.send('GET /api/v1/usstock/price/AAPL')).status === 402,
  },
  {
    id: 'release-fee',
    host,
    says: 'Releasing a number costs the flat transaction fee.',
    quote: 'free (a 0 USD authorization still identifies the wallet)',
    apply: () => {
      customs.phones.release = law.text.fee;
    },
    probe: costs('POST /api/v1/phone/numbers/release', { phoneNumber: '+14155550123' }, 0),
  },
  {
    id: 'names-last-hundred',
    host,
    says: 'Of more than 100 names of a lookup the last 100 are queried.',
    quote: 'over 100 only the first 100 are queried',
    apply: () => {
      customs.social.queried = (names, most) => names.slice(-most);
    },
    probe: async (buyer) => {
      const usernames = Array.from({ length: 101 }, (_, at) => `mason${at}`);
      const seen = await buyer.pay(under('social', 'users/lookup'), { usernames });
      return seen.text.includes('"mason0"') && !seen.text.includes('"mason100"');
    },
  },
];
