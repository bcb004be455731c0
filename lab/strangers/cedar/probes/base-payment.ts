import type { Client } from './client.ts';
import { at, numberAt, signer, textAt } from './client.ts';
import type { Probe } from './run.ts';

const B = '/api/v1';
const PHONE = `${B}/phone/lookup`;
const number = { phoneNumber: '+15551234567' };
const CHAT = 'hazel/hazel-medium';
const chat = (more: object = {}) => ({ model: CHAT, messages: [{ role: 'user', content: 'hello' }], ...more });

/** One signed payment for the lookup, to be sent in several ways. */
async function lookupPayment(c: Client): Promise<string> {
  return c.sign(at((await c.raw('POST', PHONE, number)).body, 'accepts', 0));
}
const paid = (header: string) => ({ 'PAYMENT-SIGNATURE': header });

export const basePayment: Record<string, Probe> = {
  'claim-after-call': async (c) => {
    await c.script('POST /api/v1/phone/lookup', 'slow', {}, 20);
    const header = await lookupPayment(c);
    const answers = await Promise.all(Array.from({ length: 20 }, () => c.raw('POST', PHONE, number, paid(header))));
    return answers.filter((r) => r.status === 200).length === 1 && (await c.ledger()).length === 1;
  },
  'replay-by-spelling': async (c) => {
    const header = await lookupPayment(c);
    await c.raw('POST', PHONE, number, paid(header));
    const payload: unknown = JSON.parse(Buffer.from(header, 'base64').toString());
    const a = at(payload, 'payload', 'authorization') as Record<string, unknown>;
    for (const key of ['from', 'nonce']) a[key] = `0x${textAt(a, key).slice(2).toUpperCase()}`;
    const again = await c.raw('POST', PHONE, number, paid(Buffer.from(JSON.stringify(payload)).toString('base64')));
    return again.status === 402 && at(again.body, 'code') === 'PAYMENT_REPLAY' && (await c.ledger()).length === 1;
  },
  'overpayment-accepted': async (c) => {
    const r = await c.pay('POST', PHONE, number, { value: 12_000n });
    return r.status === 402 && at(r.body, 'code') === 'PAYMENT_INVALID' && (await c.ledger()).length === 0;
  },
  'window-by-wall-clock': async (c) => {
    const header = await lookupPayment(c);
    await c.advance(301);
    const r = await c.raw('POST', PHONE, number, paid(header));
    return r.status === 402 && at(r.body, 'code') === 'PAYMENT_INVALID';
  },
  'unfunded-is-invalid': async (c) => {
    await c.control('POST', '/fund', { address: c.other.address, amount: '10999' });
    const r = await c.pay('POST', PHONE, number, { wallet: c.other });
    return r.status === 402 && at(r.body, 'code') === 'PAYMENT_UNFUNDED';
  },
  'content-without-settlement': async (c) => {
    await c.control('POST', '/settlement', { outcome: 'fail', times: 1 });
    const r = await c.pay('POST', PHONE, number);
    return r.status === 402 && at(r.body, 'error') === 'Payment settlement failed';
  },
  'cut-stream-settles': async (c) => {
    await c.script('POST /api/v1/chat/completions', 'cut');
    await c.pay('POST', `${B}/chat/completions`, chat({ stream: true }));
    return (await c.ledger()).length === 0;
  },
  'chat-platform-margin': async (c) => {
    const price = at((await c.raw('POST', `${B}/chat/completions`, chat())).body, 'price');
    const b = at(price, 'breakdown');
    return (
      numberAt(b, 'margin') === 0 &&
      Math.abs(numberAt(price, 'amount') - numberAt(b, 'inputCost') - numberAt(b, 'outputCost') - 0.001) < 1e-9
    );
  },
  'native-for-everyone': async (c) => {
    const path = `/api/v1beta/models/${CHAT}:generateContent`;
    const body = { contents: [{ parts: [{ text: 'hello' }] }] };
    const refused = await c.pay('POST', path, body);
    await c.control('POST', '/allow', { address: c.payer.address });
    return refused.status === 403 && (await c.pay('POST', path, body)).status === 200;
  },
  'search-query-in-bytes': async (c) =>
    (await c.price('POST', `${B}/search`, { query: 'é'.repeat(1000) })) === 263_500 &&
    (await c.price('POST', `${B}/search`, { query: 'é'.repeat(1001) })) === -400,
  'listing-by-spelling': async (c) => {
    const r = await c.pay('POST', `${B}/portrait/enroll`, { name: 'Ada', image_url: 'https://example.com/ada.png' });
    const spelled = signer(c.payer.key).address;
    const count = async (address: string) => at((await c.raw('GET', `${B}/wallet/${address}/portraits`)).body, 'count');
    return r.status === 200 && (await count(spelled)) === 1 && (await count(spelled.toLowerCase())) === 1;
  },
};
