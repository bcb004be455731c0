import type { Fault } from '../faults.ts';

/** The last faults: of text, faces, prices, numbers, jobs, music, validation and challenges. */
export const lastFaults: Fault[] = [
  {
    id: 'responses-item-role',
    host: 'base',
    says: 'Responses refuses input items without a role, such as the output of a function call.',
    quote: 'Array of input items (messages, function_call_output, reasoning replays).',
  },
  {
    id: 'face-group-owned',
    host: 'base',
    says: 'A face group belongs to the wallet that enrolled first: another wallet that holds its handle gets 403.',
    quote: 'anyone holding it can refresh the link and enroll into the group',
  },
  {
    id: 'list-q-prefix',
    host: 'base',
    says: 'The q of a symbol list finds only the symbols that begin with it.',
    quote: '- `/list` query: `q` (substring), `limit` (max 2000, default 100).',
  },
  {
    id: 'release-at-expiry',
    host: 'base',
    says: 'A released number stays with its wallet, active and usable, until its lease expires.',
    quote: 'release returns it to the pool at once',
  },
  {
    id: 'poll-price-single',
    host: 'base',
    says: 'The poll of an image job asks for the price of one image, however many the job makes.',
    quote: 'catalog rate for the size, times `n`, times 1.05, plus 0.001 once per call',
  },
  {
    id: 'music-duration-echoed',
    host: 'base',
    says: 'A track is as long as duration_seconds asks.',
    quote: '`duration_seconds` (integer 5 to 240, default 30; ignored, output is always about 3 minutes)',
  },
  {
    id: 'details-first-only',
    host: 'test',
    says: 'The details of a refused image request name only the first of several wrong fields.',
    quote: 'validation failure gives 400 `Invalid request body` with `details[]` per field',
  },
  {
    id: 'payment-info-mainnet',
    host: 'test',
    says: 'The paymentInfo of a 402 names the network of Base mainnet.',
    quote: '| test gateway | Base Sepolia (`eip155:84532`), free test USDC | per call |',
  },
];
