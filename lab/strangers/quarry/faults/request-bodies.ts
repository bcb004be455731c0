/** Faults of Solana in what a request body may hold, when it is checked, and what it makes a call cost. */
import { customs } from '../customs.ts';
import { costs, type Fault, imageLine, says, under } from './fault.ts';

const host = 'solana';
const names = Array.from({ length: 11 }, (_, at) => `mason${at}`);

export const requestBodyFaults: Fault[] = [
  {
    id: 'hd-quality-dear',
    host,
    says: 'An image of quality hd costs as much as two.',
    quote: 'Unknown fields (quality, style, response_format and similar) are ignored.',
    apply: () => {
      customs.images.weight = (body) => (body.quality === 'hd' ? 2 : 1);
    },
    probe: costs(imageLine, { model: 'ochre/tint', prompt: 'a cliff', quality: 'hd' }, 22_000),
  },
  {
    id: 'function-output-refused',
    host,
    says: 'Every input item of responses has to have a role, so that outputs of functions are refused.',
    quote: 'Array of input items (messages, function_call_output, reasoning replays).',
    apply: () => {
      customs.text.inputItem = (item) => typeof item.role === 'string';
    },
    probe: says(
      'POST /api/v1/responses',
      {
        model: 'quartzite/q4-mini',
        input: [
          { role: 'user', content: 'How deep is it?' },
          { type: 'function_call', call_id: 'call_1', name: 'depth', arguments: '{}' },
          { type: 'function_call_output', call_id: 'call_1', output: '40 m' },
        ],
      },
      402,
    ),
  },
  {
    id: 'phone-keys-after-challenge',
    host,
    says: 'Unknown keys of a phone body are refused on the paid request only.',
    quote: 'Validation runs before the 402.',
    apply: () => {
      customs.phones.strictFor = (paid) => paid;
    },
    probe: says('POST /api/v1/phone/lookup', { phoneNumber: '+14155550123', carrier: true }, 400),
  },
  {
    id: 'duplicates-before-at',
    host,
    says: 'Duplicate names are removed before the leading @ is stripped, so that @ada and ada are two users.',
    quote: 'leading @ stripped; duplicates removed',
    apply: () => {
      customs.social.distinct = (given, bare) => [...new Set(given)].map(bare);
    },
    probe: costs(under('social', 'users/lookup'), { usernames: [...names, '@mason0'] }, 22_000),
  },
  {
    id: 'contents-priced-by-site',
    host,
    says: 'Contents are priced by the number of sites, not of URLs.',
    quote: '0.002 per URL plus 0.001 per request',
    apply: () => {
      customs.web.counted = (urls) => new Set(urls.map((url) => /\/\/([^/]+)/.exec(url)?.[1] ?? url)).size;
    },
    probe: costs(
      under('websearch', 'contents'),
      { urls: ['https://slate.example/roof', 'https://slate.example/floor', 'https://marl.example/'] },
      7000,
    ),
  },
];
