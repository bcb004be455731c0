/** Faults of prices, bounds and ownership on the nano host. */
import { speechModels } from '../catalog.ts';
import { law } from '../law.ts';
import { segments } from '../router.ts';
import { callLine, costs, type Fault, face, group, lease, says, speechLine, under } from './fault.ts';

const host = 'nano';
const lookup = under('social', 'users/lookup');
const call = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' };

export const nanoServiceFaults: Fault[] = [
  {
    id: 'nano-prompt-audio-cap',
    host,
    says: 'Prompt-directed audio is capped at 150 seconds.',
    quote: 'output is capped at 120 seconds (maximum quote 0.36)',
    apply: () => {
      law.audio.mostSeconds = 150;
    },
    probe: async (buyer) =>
      (await buyer.quote(speechLine, { model: 'echo/stage', input: 's'.repeat(2900) })) <= 361_000,
  },
  {
    id: 'nano-expressive-length',
    host,
    says: 'The expressive model takes 10,000 characters.',
    quote: '| expressive v3 | 0.10 per 1k characters | 5,000 |',
    apply: () => {
      for (const model of speechModels) if (model.label === 'expressive v3') model.most = 10_000;
    },
    probe: says(speechLine, { model: 'echo/feeling-3', input: 's'.repeat(5001) }, 400),
  },
  {
    id: 'nano-effect-length',
    host,
    says: 'A sound effect may last 30 seconds.',
    quote: '`duration_seconds` (number 0.5 to 22, auto if omitted)',
    apply: () => {
      law.audio.effectSeconds.most = 30;
    },
    probe: says('POST /api/v1/audio/sound-effects', { text: 'a blast', duration_seconds: 25 }, 400),
  },
  {
    id: 'nano-duplicate-names',
    host,
    says: 'Names that stand twice in a lookup are paid twice.',
    quote: 'leading @ stripped; duplicates removed',
    apply: () => {
      law.social.distinct = false;
    },
    probe: costs(lookup, { usernames: [...Array(12).keys()].flatMap((at) => [`mason${at}`, `@mason${at}`]) }, 24_000),
  },
  {
    id: 'nano-lookup-minimum',
    host,
    says: 'The minimum of a lookup is that of five users.',
    quote: 'Price 0.002 per user, minimum 0.02 (10 users), maximum 0.20 (100).',
    apply: () => {
      law.social.least = 10_000;
    },
    probe: costs(lookup, { usernames: ['mason'] }, 20_000),
  },
  {
    id: 'nano-search-without-q',
    host,
    says: 'The cross-venue search without q answers 400.',
    quote: '`q` required, missing gives 422',
    apply: () => {
      law.markets.noQueryStatus = 400;
    },
    probe: says('GET /api/v1/pm/markets/search', undefined, 422),
  },
  {
    id: 'nano-market-limit',
    host,
    says: 'Prediction listings take a limit of 101.',
    quote: '`limit` (1 to 100, default 20)',
    apply: () => {
      law.markets.limitMost = 101;
    },
    probe: says(`GET /api/v1/pm/${segments.venue_a}/markets?limit=101`, undefined, 400),
  },
  {
    id: 'nano-crypto-price',
    host,
    says: 'Crypto analytics cost 0.0075 per call.',
    quote: '0.0085 per call on every tier; settles in full to the upstream partner',
    apply: () => {
      law.chain.crypto = 7500;
    },
    probe: costs(under('cryptodata', 'fund/info', 'GET'), undefined, 8500),
  },
  {
    id: 'nano-flat-batch',
    host,
    says: 'A JSON-RPC batch costs as much as one call.',
    quote: 'batches priced per element',
    apply: () => {
      law.chain.perElement = false;
    },
    probe: costs('POST /api/v1/rpc/base', [call, call, call], 9000),
  },
  {
    id: 'nano-lease-31-days',
    host,
    says: 'A number is leased for 31 days.',
    quote: '| Number lease | 30 days |',
    apply: () => {
      law.phones.leaseSeconds = 31 * 86_400;
    },
    probe: async (buyer) => {
      const bought = await lease(buyer);
      return Math.abs(Date.parse(String(bought.at('expires_at'))) - Date.now() - 30 * 86_400_000) < 120_000;
    },
  },
  {
    id: 'nano-first-number',
    host,
    says: 'A call without from leaves from the first of several numbers.',
    quote: 'several owned gives 400 `ambiguous_from`',
    apply: () => {
      law.phones.picksFirst = true;
    },
    probe: async (buyer) => {
      await lease(buyer);
      await lease(buyer);
      return (await buyer.pay(callLine, { to: '+14155550123', task: 'Ask for the price of slate' })).status === 400;
    },
  },
  {
    id: 'nano-silent-voicemail',
    host,
    says: 'leave_message is accepted without a message.',
    quote: 'up to 1000 chars; required when the action is `leave_message`',
    apply: () => {
      law.phones.voicemailNeedsText = false;
    },
    probe: says(
      callLine,
      { to: '+14155550123', task: 'Ask for the price of slate', voicemail_action: 'leave_message' },
      400,
    ),
  },
  {
    id: 'nano-box-memory',
    host,
    says: 'A sandbox has 1024 MB by default.',
    quote: '`memory` (integer MB, max 1024, default 512)',
    apply: () => {
      law.boxes.memoryUsual = 1024;
    },
    probe: async (buyer) => (await buyer.pay(under('sandbox', 'sandbox/create'), {})).at('config.memory') === 512,
  },
  {
    id: 'nano-enrolment-lost',
    host,
    says: 'A settlement that fails after an enrolment is put on the caller.',
    quote: 'If settlement fails after a successful enrollment, the service absorbs the cost.',
    apply: () => {
      law.faces.absorbs = false;
    },
    probe: async (buyer) => {
      const id = await group(buyer, true);
      await buyer.control('POST /settlement', { outcome: 'fail' });
      const seen = await buyer.pay('POST /api/v1/realface/enroll', face(id));
      return String(seen.at('asset_id')).startsWith('ta_');
    },
  },
];
