/** Faults of character assets, phone and voice on Base. */
import type { Client } from '../probe/client.ts';
import { type Fault, faultsOf, PHOTO, paidOk, post } from './kit.ts';

const fault = faultsOf('base');
const PORTRAIT = '/api/v1/portrait/enroll';
const FACE = '/api/v1/realface';
const NUMBERS = '/api/v1/phone/numbers';
const CALL = '/api/v1/voice/call';
const DAY = 86_400;
const talk = { to: '+14155550100', task: 'Ask when the ferry leaves.' };

async function group(client: Client): Promise<string> {
  return String((await client.post(`${FACE}/init`, { name: 'Ada' })).body.group_id);
}

async function number(client: Client): Promise<{ phoneNumber: string; expires: number }> {
  const { body } = await paidOk(client, `${NUMBERS}/buy`, {});
  return { phoneNumber: String(body.phone_number), expires: Date.parse(String(body.expires_at)) };
}

export const assetFaults: Fault[] = [
  fault(
    'portrait-plain-http',
    'A picture is fetched over plain http.',
    '`image_url` (string, required, public https URL, JPG, PNG or WEBP, at most 10 MB)',
    (rules) => {
      rules.assets.httpsOnly = false;
    },
    post(PORTRAIT, { name: 'Ada', image_url: PHOTO.replace('https', 'http') }, 400),
  ),
  fault(
    'portrait-list-of-all',
    'The listing of a wallet shows the portraits of everybody.',
    "lists a wallet's portraits",
    (rules) => {
      rules.assets.listOwnOnly = false;
    },
    async (client) => {
      await paidOk(client, PORTRAIT, { name: 'Ada', image_url: PHOTO });
      const { body } = await client.get(`/api/v1/wallet/${client.other.address}/portraits`);
      return Number(body.count) === 0;
    },
  ),
  fault(
    'face-pending-enrolls',
    'A group that nobody has validated can be enrolled into, and is charged.',
    '| pending_validation | `POST /realface/enroll` | | unchanged | 425, no charge |',
    (rules) => {
      rules.assets.pendingCharge = true;
    },
    async (client) => {
      await client.pay('POST', `${FACE}/enroll`, { name: 'Ada', image_url: PHOTO, group_id: await group(client) });
      return (await client.charges()).length === 0;
    },
  ),
  fault(
    'face-init-limit',
    'The limit on face checks is twenty an hour.',
    '| Face init | 10 per hour per IP |',
    (rules) => {
      rules.assets.initPerHour = 20;
    },
    async (client) => {
      for (let index = 0; index < 10; index += 1) await group(client);
      return (await client.post(`${FACE}/init`, { name: 'Ada' })).status === 429;
    },
  ),
  fault(
    'phone-unknown-key',
    'Unknown keys of a phone body are ignored.',
    'an unknown key gives 400 `Invalid request body` with the offending keys in `details`',
    (rules) => {
      rules.phone.strictKeys = false;
    },
    post('/api/v1/phone/lookup', { phoneNumber: '+14155550100', country: 'US' }, 400),
  ),
  fault(
    'renew-from-today',
    'Renewing counts thirty days from today.',
    'renew (before expiry only) adds 30 days from the current expiry',
    (rules) => {
      rules.phone.renewFromNow = true;
    },
    async (client) => {
      const { phoneNumber, expires } = await number(client);
      const { body } = await paidOk(client, `${NUMBERS}/renew`, { phoneNumber });
      return Math.abs(Date.parse(String(body.expires_at)) - expires - 30 * DAY * 1000) < 2000;
    },
  ),
  fault(
    'renew-after-expiry',
    'A number that has expired can be renewed.',
    'after `expires_at` the number is reclaimed and re-pooled and cannot be renewed',
    (rules) => {
      rules.phone.renewExpired = true;
    },
    async (client) => {
      const { phoneNumber } = await number(client);
      await client.advance(30 * DAY + 60);
      return (await client.pay('POST', `${NUMBERS}/renew`, { phoneNumber })).status === 403;
    },
  ),
  fault(
    'release-by-anyone',
    'Any wallet may release a number.',
    'Only the buying wallet (the payer) may use, renew or release a number.',
    (rules) => {
      rules.phone.ownerOnly = false;
    },
    async (client) => {
      const { phoneNumber } = await number(client);
      return (await client.pay('POST', `${NUMBERS}/release`, { phoneNumber }, { wallet: 'other' })).status === 403;
    },
  ),
  fault(
    'numbers-of-all',
    'The list shows the numbers of every wallet.',
    'Phone numbers are owned by the paying wallet.',
    (rules) => {
      rules.phone.listOwnOnly = false;
    },
    async (client) => {
      const { phoneNumber } = await number(client);
      return !(await client.pay('POST', `${NUMBERS}/list`, {}, { wallet: 'other' })).text.includes(phoneNumber);
    },
  ),
  fault(
    'refused-purchase-charged',
    'A purchase that the country refuses is charged.',
    '502 `Purchase failed` with the reason in `details` (not charged)',
    (rules) => {
      rules.phone.refusedCharge = true;
    },
    async (client) => {
      await client.pay('POST', `${NUMBERS}/buy`, { country: 'DE' });
      return (await client.charges()).length === 0;
    },
  ),
  fault(
    'call-from-first-number',
    'With several numbers the first is taken.',
    'several owned gives 400 `ambiguous_from`',
    (rules) => {
      rules.phone.ambiguous = false;
    },
    async (client) => {
      await number(client);
      await number(client);
      return (await client.pay('POST', CALL, talk)).status === 400;
    },
  ),
  fault(
    'call-voicemail-empty',
    'A message may be left that was not given.',
    'required when the action is `leave_message`',
    (rules) => {
      rules.phone.voicemailRequired = false;
    },
    post(CALL, { ...talk, voicemail_action: 'leave_message' }, 400),
  ),
  fault(
    'call-not-dialed-charged',
    'A call that is never dialed is charged.',
    'The charge for a call settles only once dialing is accepted',
    (rules) => {
      rules.phone.callFailedCharge = true;
    },
    async (client) => {
      await number(client);
      await client.script(`POST ${CALL}`, 'fail');
      await client.pay('POST', CALL, talk);
      return (await client.charges()).length === 1;
    },
  ),
];
