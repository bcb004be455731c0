/** Faults of assets, phone, sandbox and data on Base, written without sight of any suite. */
import type { Client } from '../probe/client.ts';
import { BOX, type Fault, faultsOf, get, PHOTO, PM, paidOk, quoted, SOCIAL } from './kit.ts';

const fault = faultsOf('base');
const FACE = '/api/v1/realface';
const NUMBERS = '/api/v1/phone/numbers';
const CALL = '/api/v1/voice/call';
const talk = { to: '+14155550100', task: 'Ask when the ferry leaves.' };

async function number(client: Client): Promise<string> {
  return String((await paidOk(client, `${NUMBERS}/buy`, {})).body.phone_number);
}

export const serviceDetailFaults: Fault[] = [
  fault(
    'listing-case',
    'The portraits of a wallet are found by the checksummed form of its address only.',
    "`GET /api/v1/wallet/<address>/portraits` lists a wallet's portraits (EVM 0x form or Solana base58), free.",
    (rules) => {
      rules.details.listingAnyCase = false;
    },
    async (client) => {
      await paidOk(client, '/api/v1/portrait/enroll', { name: 'Ada', image_url: PHOTO });
      const { body } = await client.get(`/api/v1/wallet/${client.payer.address.toLowerCase()}/portraits`);
      return Number(body.count) === 1;
    },
  ),
  fault(
    'refresh-no-extension',
    'Refreshing the link of a face check leaves the old end of the link standing.',
    'link valid 120 seconds; calling init again with `groupId` refreshes the link',
    (rules) => {
      rules.details.refreshExtends = false;
    },
    async (client) => {
      const groupId = String((await client.post(`${FACE}/init`, { name: 'Ada' })).body.group_id);
      await client.advance(200);
      await client.post(`${FACE}/init`, { name: 'Ada', groupId });
      await client.event('realface', groupId, 'liveness_passed');
      const { body } = await client.get(`${FACE}/status?groupId=${encodeURIComponent(groupId)}`);
      return String(body.status) === 'active';
    },
  ),
  fault(
    'malformed-handle-400',
    'A handle of the wrong form gets another answer than one that is absent.',
    'any handle the service did not issue gives 404 `Unknown group` (the same answer for absent and malformed handles)',
    (rules) => {
      rules.details.malformedStatus = 400;
    },
    get(`${FACE}/status?groupId=no-handle`, 404),
  ),
  fault(
    'expired-caller',
    'A call that names no number goes out from one whose lease has run out.',
    'wallet-owned number; omitted uses the only active number',
    (rules) => {
      rules.details.expiredCalls = true;
    },
    async (client) => {
      await number(client);
      await client.advance(30 * 86_400 + 60);
      return (await client.pay('POST', CALL, talk)).status === 403;
    },
  ),
  fault(
    'call-length-seconds',
    'The length of a call is in seconds.',
    '`call_length` (number, minutes)',
    (rules) => {
      rules.details.callLengthUnitMs = 1000;
    },
    async (client) => {
      await number(client);
      const id = String((await paidOk(client, CALL, talk)).body.call_id);
      await client.event('voice_call', id, 'answered');
      await client.advance(120);
      await client.event('voice_call', id, 'ended', { ended_by: 'USER' });
      const length = Number((await client.get(`${CALL}/${id}`)).body.call_length);
      return length >= 2 && length < 3;
    },
  ),
  fault(
    'release-deferred',
    'A released number stays with its wallet until the lease runs out.',
    'release returns it to the pool at once',
    (rules) => {
      rules.details.releaseAtOnce = false;
    },
    async (client) => {
      const phoneNumber = await number(client);
      await paidOk(client, `${NUMBERS}/release`, { phoneNumber });
      return (await client.pay('POST', `${NUMBERS}/renew`, { phoneNumber })).status === 403;
    },
  ),
  fault(
    'second-terminate',
    'Terminating a sandbox twice is a conflict.',
    'terminate on a terminated sandbox is a no-op',
    (rules) => {
      rules.details.terminateTwice = false;
    },
    async (client) => {
      const body = { sandbox_id: String((await paidOk(client, `${BOX}/create`, {})).body.sandbox_id) };
      await paidOk(client, `${BOX}/terminate`, body);
      return (await client.pay('POST', `${BOX}/terminate`, body)).status === 200;
    },
  ),
  fault(
    'lookup-at-duplicates',
    'A name with and without its @ is looked up twice, for duplicates are removed first.',
    'leading @ stripped; duplicates removed',
    (rules) => {
      rules.details.stripBeforeDedupe = false;
    },
    quoted(
      `${SOCIAL}/lookup`,
      { usernames: Array.from({ length: 11 }, (_, index) => [`mate${index}`, `@mate${index}`]).flat() },
      22_000,
    ),
  ),
  fault(
    'cursor-ignored',
    'Every page of followers is the first one.',
    '`cursor` (optional, the previous `next_cursor`)',
    (rules) => {
      rules.details.cursorRead = false;
    },
    async (client) => {
      const first = await paidOk(client, `${SOCIAL}/followers`, { username: 'ada' });
      const cursor = String(first.body.next_cursor);
      const second = await paidOk(client, `${SOCIAL}/followers`, { username: 'ada', cursor });
      const [before, after] = [first, second].map(({ body }) => String(body.followers?.[0]?.id));
      return before !== after && String(second.body.has_next_page) === 'false';
    },
  ),
  fault(
    'candle-limit-1000',
    'A thousand candles are the most.',
    '`limit` (1 to 1500, default 500)',
    (rules) => {
      rules.data.candleMax = 1000;
    },
    get(`${PM}/binance/candles/BTCUSDT?limit=1500`, 402),
  ),
  fault(
    'unknown-ticker-charged',
    'Asking for an equity that does not exist is charged.',
    'Unknown symbol gives 404, no charge.',
    (rules) => {
      rules.details.tickerChecked = false;
    },
    async (client) => {
      const path = '/api/v1/usstock/price/NOSUCHTICKER';
      const reply = await client.get(path);
      if (reply.status === 402) await client.pay('GET', path);
      return (await client.charges()).length === 0;
    },
  ),
  fault(
    'usstock-free',
    'The class of US stocks is as free as the other classes, its market is not.',
    '(`usstock` is an alias of market `us`)',
    (rules) => {
      rules.details.usstockPaid = false;
    },
    get('/api/v1/usstock/price/AAPL', 402),
  ),
];
