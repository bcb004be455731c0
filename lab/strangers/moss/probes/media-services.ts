import { at, type Probe, type ProbeClient } from './client.ts';

const SOMEONE = '+14155550123';
const TASK = 'Say hello to them';
const DAY = 86_400;
const PHONE = '/v1/phone';
const SANDBOX = '/v1/pybox/sandbox';
const SEARCH = '/v1/neuro';
const LOOKUP = '/v1/chirp/users/lookup';

async function buyNumber(client: ProbeClient): Promise<{ number: string; ends: number }> {
  const { json } = await client.post(`${PHONE}/numbers/buy`, {});
  return { number: String(at(json, 'phone_number')), ends: Date.parse(String(at(json, 'expires_at'))) };
}

async function lastBar(client: ProbeClient): Promise<number> {
  const { json } = await client.get('/v1/crypto/history/BTC-USD?resolution=1');
  const bars = at(json, 'bars');
  return Array.isArray(bars) ? Number(at(bars.at(-1), 'time')) : NaN;
}

/** Probes of phone, sandbox and data services. */
export const serviceProbes: Record<string, Probe> = {
  'renew-from-now': async (client) => {
    const { number, ends } = await buyNumber(client);
    await client.advance(10 * DAY);
    const { json } = await client.post(`${PHONE}/numbers/renew`, { phoneNumber: number });
    return Date.parse(String(at(json, 'expires_at'))) === ends + 30 * DAY * 1000;
  },
  'fraud-lookup-loose': async (client) => {
    const { status, json } = await client.post(`${PHONE}/lookup/fraud`, { phoneNumber: SOMEONE, extra: 1 });
    return status === 400 && JSON.stringify(at(json, 'details')).includes('extra');
  },
  'call-busy-refund': async (client) => {
    await buyNumber(client);
    const cost = await client.cost(async () => {
      const { json } = await client.post('/v1/voice/call', { to: SOMEONE, task: TASK });
      const id = String(at(json, 'call_id'));
      await client.event('voice_call', id, 'ended', { ended_by: 'BUSY', status: 'busy' });
      await client.get(`/v1/voice/call/${id}`);
    });
    return cost === 540_000_000;
  },
  'sandbox-lifetime': async (client) => {
    const sandbox_id = at((await client.post(`${SANDBOX}/create`, { timeout: 60 })).json, 'sandbox_id');
    await client.advance(61);
    return at((await client.post(`${SANDBOX}/status`, { sandbox_id })).json, 'status') === 'terminated';
  },
  'websearch-status': async (client) => {
    await client.script('POST /api/v1/{websearch}/answer', 'reject', { status: 422 });
    return (await client.post(`${SEARCH}/answer`, { query: 'x' })).status === 422;
  },
  'similar-five': async (client) => {
    const { json } = await client.post(`${SEARCH}/find-similar`, { url: 'https://example.com/a' });
    const results = at(json, 'results');
    return Array.isArray(results) && results.length === 10;
  },
  'social-window-extends': async (client) => {
    const look = async () => (await client.post(LOOKUP, { usernames: ['a'] })).status;
    for (let index = 0; index < 120; index++) if ((await look()) !== 200) return false;
    await client.advance(3000);
    if ((await look()) !== 429) return false;
    await client.advance(700);
    return (await look()) === 200;
  },
  'prediction-platform': async (client) =>
    (await client.get('/v1/pm/markets/search?platform=oddsmarket')).status === 422,
  'history-to-cached': async (client) => {
    await lastBar(client);
    await client.advance(DAY);
    return (await lastBar(client)) > (await client.now()) / 1000 - 120;
  },
  'crypto-wallet-unchecked': async (client) => {
    let status = 0;
    const cost = await client.cost(async () => {
      status = (await client.get('/v1/coinwell/wallet/balance')).status;
    });
    return status === 400 && cost === 0;
  },
};
