import type { Client } from './client.ts';
import { at, textAt } from './client.ts';
import type { Probe } from './run.ts';

const B = '/api/v1';
const DAY = 86_400;
const buy = async (c: Client) => (await c.pay('POST', `${B}/phone/numbers/buy`, {})).body;

export const baseData: Record<string, Probe> = {
  'renew-from-today': async (c) => {
    const lease = await buy(c);
    await c.advance(10 * DAY);
    const r = await c.pay('POST', `${B}/phone/numbers/renew`, { phoneNumber: at(lease, 'phone_number') });
    return (
      Math.abs(Date.parse(textAt(r.body, 'expires_at')) - Date.parse(textAt(lease, 'expires_at')) - 30 * DAY * 1000) <
      5000
    );
  },
  'ambiguous-from-guessed': async (c) => {
    await buy(c);
    await buy(c);
    const r = await c.pay('POST', `${B}/voice/call`, {
      to: '+15551234567',
      task: 'Say hello to the person who answers.',
    });
    return r.status === 400 && r.text.includes('ambiguous_from');
  },
  'phone-list-takes-any-key': async (c) => {
    const r = await c.raw('POST', `${B}/phone/numbers/list`, { page: 2 });
    return r.status === 400 && JSON.stringify(at(r.body, 'details')).includes('page');
  },
  'sandbox-outlives-timeout': async (c) => {
    const box = (await c.pay('POST', `${B}/sandpit/sandbox/create`, { timeout: 30 })).body;
    await c.advance(31);
    const status = await c.pay('POST', `${B}/sandpit/sandbox/status`, { sandbox_id: at(box, 'sandbox_id') });
    return at(status.body, 'status') === 'terminated';
  },
  'social-duplicates-billed': async (c) => {
    const names = Array.from({ length: 12 }, (_v, i) => `user${i}`);
    return (await c.price('POST', `${B}/chirp/users/lookup`, { usernames: [...names, '@user0', 'user1'] })) === 24_000;
  },
  'empty-page-is-charged': async (c) => {
    await c.script('POST /api/v1/{social}/users/followers', 'empty');
    const r = await c.pay('POST', `${B}/chirp/users/followers`, { username: 'ada' });
    return r.status === 200 && (await c.ledger()).length === 0;
  },
  'social-limit-by-ip-only': async (c) => {
    const path = `${B}/chirp/users/lookup`;
    const body = { usernames: ['ada'] };
    const accepts = at((await c.raw('POST', path, body)).body, 'accepts', 0);
    const statuses: number[] = [];
    for (let i = 0; i < 121; i += 1)
      statuses.push((await c.raw('POST', path, body, { 'PAYMENT-SIGNATURE': await c.sign(accepts) })).status);
    return statuses.slice(0, 120).every((s) => s === 200) && statuses[120] === 429;
  },
  'venue-b-sort-short': async (c) =>
    (await c.price('GET', `${B}/pm/bourse/markets?sort=close_time`)) === 8500 &&
    (await c.price('GET', `${B}/pm/bourse/markets?sort=created`)) === -400,
  'exchange-without-pair': async (c) =>
    (await c.price('GET', `${B}/coinscope/exchange/depth`)) === -400 &&
    (await c.price('GET', `${B}/coinscope/exchange/depth?pair=BTC-USD`)) === 8500,
  'reset-in-seconds': async (c) => {
    const statuses: number[] = [];
    for (let i = 0; i < 100; i += 1) statuses.push((await c.raw('GET', `${B}/audio/models`)).status);
    const r = await c.raw('GET', `${B}/audio/models`);
    const reset = Number(r.headers.get('x-ratelimit-reset'));
    const now = await c.now();
    return statuses.every((s) => s === 200) && r.status === 429 && reset > now && reset <= now + 3_600_000;
  },
};
