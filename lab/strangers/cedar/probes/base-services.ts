import type { Client } from './client.ts';
import { at, textAt } from './client.ts';
import type { Probe } from './run.ts';

const B = '/api/v1';
const DAY = 86_400;
const CALL = `${B}/voice/call`;
const task = { to: '+15551234567', task: 'Say hello to the person who answers.' };
const photo = { name: 'Ada', image_url: 'https://example.com/ada.png' };

const bought = async (c: Client, wallet = c.payer) =>
  textAt((await c.pay('POST', `${B}/phone/numbers/buy`, {}, { wallet })).body, 'phone_number');

/** A face group whose liveness check has been passed. */
async function activeGroup(c: Client): Promise<string> {
  const group = textAt((await c.raw('POST', `${B}/realface/init`, { name: 'Ada' })).body, 'group_id');
  await c.event('realface', group, 'liveness_passed');
  return group;
}
const sandbox = (c: Client, what: string, body: object) => c.pay('POST', `${B}/sandpit/sandbox/${what}`, body);

export const baseServices: Record<string, Probe> = {
  'face-group-bound-to-wallet': async (c) => {
    const group_id = await activeGroup(c);
    const status = async (wallet: Client['payer']) =>
      (await c.pay('POST', `${B}/realface/enroll`, { ...photo, group_id }, { wallet })).status;
    return (await status(c.payer)) === 200 && (await status(c.other)) === 200;
  },
  'face-settlement-failure-returned': async (c) => {
    const group_id = await activeGroup(c);
    await c.control('POST', '/settlement', { outcome: 'fail', times: 1 });
    const r = await c.pay('POST', `${B}/realface/enroll`, { ...photo, group_id });
    const listing = await c.raw('GET', `${B}/wallet/${c.payer.address}/realfaces`);
    return r.status === 200 && at(listing.body, 'count') === 1 && (await c.ledger()).length === 0;
  },
  'renew-expired-lease': async (c) => {
    const phoneNumber = await bought(c);
    await c.advance(30 * DAY + 60);
    const r = await c.pay('POST', `${B}/phone/numbers/renew`, { phoneNumber });
    return r.status >= 400 && (await c.ledger()).length === 1;
  },
  'wrong-wallet-lists-owners-numbers': async (c) => {
    const [theirs, own] = [await bought(c), await bought(c, c.other)];
    const r = await c.pay('POST', CALL, { ...task, from: theirs }, { wallet: c.other });
    return (
      r.status === 403 &&
      at(r.body, 'reason') === 'wrong_wallet' &&
      JSON.stringify(at(r.body, 'your_active_numbers')) === JSON.stringify([own])
    );
  },
  'ambiguous-by-expired-number': async (c) => {
    await bought(c);
    await c.advance(31 * DAY);
    const own = await bought(c);
    const r = await c.pay('POST', CALL, task);
    return r.status === 200 && at((await c.raw('GET', textAt(r.body, 'poll_url'))).body, 'from') === own;
  },
  'max-duration-in-seconds': async (c) => {
    await bought(c);
    const r = await c.pay('POST', CALL, { ...task, max_duration: 10 });
    await c.event('voice_call', textAt(r.body, 'call_id'), 'answered');
    await c.advance(60);
    return at((await c.raw('GET', textAt(r.body, 'poll_url'))).body, 'ended_by') === 'IN_PROGRESS';
  },
  'exec-extends-lifetime': async (c) => {
    const sandbox_id = at((await sandbox(c, 'create', { timeout: 60 })).body, 'sandbox_id');
    await c.advance(40);
    const r = await sandbox(c, 'exec', { sandbox_id, command: ['echo', 'tea'] });
    await c.advance(40);
    const status = await sandbox(c, 'status', { sandbox_id });
    return r.status === 200 && at(status.body, 'status') === 'terminated';
  },
  'websearch-4xx-flattened': async (c) => {
    await c.script('POST /api/v1/{websearch}/search', 'reject', { status: 422 });
    const r = await c.pay('POST', `${B}/lookout/search`, { query: 'tea' });
    return r.status === 422 && at(r.body, 'error') === 'Bad Request' && at(r.body, 'status') === 422;
  },
  'second-page-is-the-first': async (c) => {
    const page = async (more: object) =>
      (await c.pay('POST', `${B}/chirp/users/followers`, { username: 'ada', ...more })).body;
    const first = await page({});
    const second = await page({ cursor: at(first, 'next_cursor') });
    return at(first, 'has_next_page') === true && at(first, 'followers', 0, 'id') !== at(second, 'followers', 0, 'id');
  },
  'rpc-notifications-unbilled': async (c) => {
    const call = { jsonrpc: '2.0', method: 'eth_blockNumber', params: [] };
    return (await c.price('POST', `${B}/rpc/base`, [{ ...call, id: 1 }, call, { ...call, id: 2 }])) === 9000;
  },
};
