/** Faults of faces, phones, sandboxes and data services on Solana. */
import { law } from '../law.ts';
import { callLine, costs, ends, type Fault, face, group, lease, passes, says, under } from './fault.ts';

const host = 'solana';
const enrollLine = 'POST /api/v1/realface/enroll';
const renewLine = 'POST /api/v1/phone/numbers/renew';

export const serviceFaults: Fault[] = [
  {
    id: 'pending-conflict',
    host,
    says: 'Enrolling into a pending group answers 409.',
    quote: 'group still `pending_validation`; body carries `group_status` and a hint',
    apply: () => {
      law.faces.pendingStatus = 409;
    },
    probe: async (buyer) => (await buyer.pay(enrollLine, face(await group(buyer, false)))).status === 425,
  },
  {
    id: 'everyones-faces',
    host,
    says: 'The listing of a wallet shows the face assets of all wallets.',
    quote:
      'Listing: `{wallet, realfaces: [{assetId, name, imageUrl, createdAt, enrollmentTxHash, <vendor>AssetId}], count}`',
    apply: () => {
      law.faces.lists = () => true;
    },
    probe: async (buyer) => {
      await buyer.pay(enrollLine, face(await group(buyer, true)));
      const theirs = await buyer.send(`GET /api/v1/wallet/${buyer.address(buyer.place.other)}/realfaces`);
      return theirs.at('count') === 0;
    },
  },
  {
    id: 'init-limit-20',
    host,
    says: 'Twenty face groups per hour may be begun from one address.',
    quote: '| Face init | 10 per hour per IP |',
    apply: () => {
      law.limits['face init'] = { most: 20, seconds: 3600 };
    },
    probe: async (buyer) => (await passes(buyer, 'POST /api/v1/realface/init', 12, { name: 'Ada' })) === 10,
  },
  {
    id: 'renew-from-today',
    host,
    says: 'Renewing adds 30 days from now instead of from the expiry.',
    quote: 'renew (before expiry only) adds 30 days from the current expiry',
    apply: () => {
      law.phones.renewFrom = (_expires, at) => at;
    },
    probe: async (buyer) => {
      const bought = await lease(buyer);
      const renewed = await buyer.pay(renewLine, { phoneNumber: bought.at('phone_number') });
      const added = Date.parse(String(renewed.at('expires_at'))) - Date.parse(String(bought.at('expires_at')));
      return Math.abs(added - 30 * 86_400_000) < 60_000;
    },
  },
  {
    id: 'unknown-keys-ignored',
    host,
    says: 'Unknown keys of a phone body are ignored.',
    quote: 'an unknown key gives 400 `Invalid request body` with the offending keys in `details`',
    apply: () => {
      law.phones.strict = false;
    },
    probe: says('POST /api/v1/phone/lookup', { phoneNumber: '+14155550123', deep: true }, 400),
  },
  {
    id: 'stranger-releases',
    host,
    says: 'Any wallet may release a number.',
    quote: 'Only the buying wallet (the payer) may use, renew or release a number.',
    apply: () => {
      law.phones.ownerOnly = false;
    },
    probe: async (buyer) => {
      const phoneNumber = (await lease(buyer)).at('phone_number');
      return ends('POST /api/v1/phone/numbers/release', { phoneNumber }, 403, { key: buyer.place.other })(buyer);
    },
  },
  {
    id: 'emergency-as-invalid',
    host,
    says: 'A call to an emergency number answers 400.',
    quote: 'E.164; emergency numbers give 403',
    apply: () => {
      law.phones.emergencyStatus = 400;
    },
    probe: async (buyer) => {
      await lease(buyer);
      return ends(callLine, { to: '+1911', task: 'Tell them the quarry is on fire' }, 403)(buyer);
    },
  },
  {
    id: 'task-nine',
    host,
    says: 'A task of nine characters is enough for a call.',
    quote: '| task | string | yes | 10 to 4000 chars |',
    apply: () => {
      law.phones.task.least = 9;
    },
    probe: says(callLine, { to: '+14155550123', task: '123456789' }, 400),
  },
  {
    id: 'box-outlives',
    host,
    says: 'A sandbox goes on after its configured timeout.',
    quote: 'auto-terminate at the configured timeout',
    apply: () => {
      law.boxes.ended = () => false;
    },
    probe: async (buyer) => {
      const made = await buyer.pay(under('sandbox', 'sandbox/create'), { timeout: 60 });
      await buyer.advance(90);
      const seen = await buyer.pay(under('sandbox', 'sandbox/status'), { sandbox_id: made.at('sandbox_id') });
      return seen.at('status') === 'terminated';
    },
  },
  {
    id: 'contents-without-fee',
    host,
    says: 'Contents cost only the URLs, without the part per request.',
    quote: '0.002 per URL plus 0.001 per request',
    apply: () => {
      law.web.perRequest = 0;
    },
    probe: costs(under('websearch', 'contents'), { urls: ['https://a.example/', 'https://b.example/'] }, 5000),
  },
  {
    id: 'upstream-status-hidden',
    host,
    says: 'A 4xx of the search provider becomes a 502.',
    quote: 'Web-search upstream 4xx statuses (400 to 499) pass through',
    apply: () => {
      law.web.passThrough = false;
    },
    probe: async (buyer) => {
      await buyer.script('POST /api/v1/{websearch}/search', 'reject', { status: 422 });
      return (await buyer.pay(under('websearch', 'search'), { query: 'slate' })).status === 422;
    },
  },
  {
    id: 'web-timeout-504',
    host,
    says: 'A web search that times out answers 504.',
    quote: 'a gateway error or a 30 second upstream timeout is 500 `Internal server error`',
    apply: () => {
      law.web.timeoutStatus = 504;
    },
    probe: async (buyer) => {
      await buyer.script('POST /api/v1/{websearch}/answer', 'timeout');
      return (await buyer.pay(under('websearch', 'answer'), { query: 'slate' })).status === 500;
    },
  },
  {
    id: 'paid-for-nobody',
    host,
    says: 'A lookup that finds no users is charged.',
    quote: 'Zero users returned means no charge.',
    apply: () => {
      law.social.chargesEmpty = true;
    },
    probe: async (buyer) => {
      await buyer.script('POST /api/v1/{social}/users/lookup', 'empty');
      await buyer.pay(under('social', 'users/lookup'), { usernames: ['nobody'] });
      return (await buyer.spent()) === 0;
    },
  },
  {
    id: 'retired-as-missing',
    host,
    says: 'The retired matching endpoints answer 404.',
    quote: 'are retired and return 410',
    apply: () => {
      law.markets.retiredStatus = 404;
    },
    probe: says('GET /api/v1/pm/matching-markets/pairs', undefined, 410),
  },
  {
    id: 'catalog-101',
    host,
    says: 'The model catalog answers 101 requests per hour.',
    quote: '| 100 requests per hour per IP |',
    apply: () => {
      law.limits.models = { most: 101, seconds: 3600 };
    },
    probe: async (buyer) => (await passes(buyer, 'GET /api/v1/models', 102)) === 100,
  },
];
