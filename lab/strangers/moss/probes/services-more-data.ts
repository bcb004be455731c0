import { at, type Probe, type ProbeClient } from './client.ts';

const DAY = 86_400;
const NUMBERS = '/v1/phone/numbers';
const CALL = '/v1/voice/call';
const SANDBOX = '/v1/pybox/sandbox';
const SOCIAL = '/v1/chirp/users';
const USD = 1e9;
const dial = { to: '+14155550123', task: 'Say hello to them' };

async function buy(client: ProbeClient): Promise<string> {
  return String(at((await client.post(`${NUMBERS}/buy`, {})).json, 'phone_number'));
}

const phone: Record<string, Probe> = {
  'renew-after-expiry': async (client) => {
    const phoneNumber = await buy(client);
    await client.advance(31 * DAY);
    let status = 0;
    const cost = await client.cost(async () => {
      ({ status } = await client.post(`${NUMBERS}/renew`, { phoneNumber }));
    });
    return status === 403 && cost === 0;
  },
  'release-lingers': async (client) => {
    const phoneNumber = await buy(client);
    await client.post(`${NUMBERS}/release`, { phoneNumber });
    return at((await client.post(CALL, dial)).json, 'error') === 'no_active_number';
  },
  'call-from-expired': async (client) => {
    await buy(client);
    await client.advance(20 * DAY);
    const active = await buy(client);
    await client.advance(12 * DAY);
    const { json } = await client.post(CALL, dial);
    const { json: record } = await client.get(`${CALL}/${String(at(json, 'call_id'))}`);
    return at(record, 'from') === active;
  },
  'call-default-ten': async (client) => {
    await buy(client);
    const id = String(at((await client.post(CALL, dial)).json, 'call_id'));
    await client.event('voice_call', id, 'answered');
    await client.advance(301);
    return at((await client.get(`${CALL}/${id}`)).json, 'ended_by') === 'TIMEOUT';
  },
};

const tools: Record<string, Probe> = {
  'terminate-twice': async (client) => {
    const sandbox_id = at((await client.post(`${SANDBOX}/create`, {})).json, 'sandbox_id');
    await client.post(`${SANDBOX}/terminate`, { sandbox_id });
    const again = await client.post(`${SANDBOX}/terminate`, { sandbox_id });
    return again.status === 200 && at(again.json, 'status') === 'terminated';
  },
  'websearch-category-space': async (client) =>
    (await client.post('/v1/neuro/search', { query: 'x', category: 'personal site' })).status === 200,
  'social-dedupe-at': async (client) => {
    const cost = await client.cost(() => client.post(`${SOCIAL}/lookup`, { usernames: ['ann', '@ann'] }));
    return cost === 0.002 * USD;
  },
  'followings-empty-charged': async (client) => {
    const cost = await client.cost(async () => {
      await client.script('POST /api/v1/{social}/users/followings', 'empty');
      await client.post(`${SOCIAL}/followings`, { username: 'ann' });
    });
    return cost === 0;
  },
};

const data: Record<string, Probe> = {
  'usstock-history-free': async (client) => {
    const alias = await client.cost(() => client.get('/v1/usstock/history/AAPL'));
    const market = await client.cost(() => client.get('/v1/stocks/us/history/AAPL'));
    return alias > 0 && alias === market;
  },
  'prediction-post-free': async (client) => {
    const path = '/v1/pm/oddsmarket/wallet/identities';
    const cost = await client.cost(() => client.post(path, { addresses: [`0x${'1'.repeat(40)}`] }));
    return cost === 0.0085 * USD;
  },
  'prediction-limit-b': async (client) => {
    const inside = await client.get('/v1/pm/eventex/markets?limit=100');
    return inside.status === 200 && (await client.get('/v1/pm/eventex/markets?limit=101')).status === 400;
  },
  'rpc-notification-free': async (client) => {
    const call = { jsonrpc: '2.0', method: 'eth_blockNumber' };
    const cost = await client.cost(() => client.post('/v1/rpc/base', [{ ...call, id: 1 }, call]));
    return cost === 0.004 * USD;
  },
};

/** More probes of phone, tools and data. */
export const dataProbes: Record<string, Probe> = { ...phone, ...tools, ...data };
