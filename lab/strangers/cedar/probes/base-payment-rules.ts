import type { Client } from './client.ts';
import { at, numberAt, textAt } from './client.ts';
import type { Probe } from './run.ts';

const B = '/api/v1';
const LOOKUP = `${B}/phone/lookup`;
const number = { phoneNumber: '+15551234567' };
const paid = (header: string) => ({ 'PAYMENT-SIGNATURE': header });
const image = { model: 'ember/ember-image-1', prompt: 'a tree' };

const requirements = (header: string | null): unknown => JSON.parse(Buffer.from(header ?? '', 'base64').toString());

/** So many requests to a catalog; how many were not refused. */
async function served(c: Client, n: number): Promise<number> {
  let ok = 0;
  for (let i = 0; i < n; i += 1) if ((await c.raw('GET', `${B}/audio/models`)).status === 200) ok += 1;
  return ok;
}

export const basePaymentRules: Record<string, Probe> = {
  'claim-per-route': async (c) => {
    const first = await c.pay('POST', LOOKUP, number);
    // Another route of the same price and recipient.
    const again = await c.raw('POST', `${B}/lookout/search`, { query: 'tea' }, paid(first.header));
    return first.status === 200 && at(again.body, 'code') === 'PAYMENT_REPLAY' && (await c.ledger()).length === 1;
  },
  'recipient-by-clients-word': async (c) => {
    const accepts = at((await c.raw('POST', LOOKUP, number)).body, 'accepts', 0) as object;
    const header = await c.sign({ ...accepts, payTo: c.payer.address });
    const r = await c.raw('POST', LOOKUP, number, paid(header));
    return r.status === 402 && at(r.body, 'code') === 'PAYMENT_INVALID';
  },
  'exact-balance-unfunded': async (c) => {
    await c.control('POST', '/fund', { address: c.other.address, amount: '11000' });
    return (await c.pay('POST', LOOKUP, number, { wallet: c.other })).status === 200;
  },
  'header-window-300': async (c) => {
    const r = await c.raw('POST', `${B}/images/generations`, image);
    const body = JSON.stringify(at(r.body, 'accepts'));
    return ['payment-required', 'x-payment-required'].every(
      (name) => JSON.stringify(at(requirements(r.headers.get(name)), 'accepts')) === body,
    );
  },
  'poll-without-x-payment': async (c) => {
    await c.script('POST /api/v1/images/generations', 'slow');
    const r = await c.pay('POST', `${B}/images/generations`, image);
    return (await c.raw('GET', textAt(r.body, 'poll_url'), undefined, { 'X-Payment': r.header })).status === 202;
  },
  'retry-after-always-60': async (c) => {
    const after = async (detail: object) => {
      await c.script('POST /api/v1/phone/lookup', 'capacity', detail);
      const r = await c.pay('POST', LOOKUP, number);
      return [r.status, Number(r.headers.get('retry-after')), numberAt(r.body, 'retry_after_seconds')].join();
    };
    return (await after({ retry_after_seconds: 17 })) === '429,17,17' && (await after({})) === '429,60,60';
  },
  'background-never-settled': async (c) => {
    const body = { model: 'northwind/nw-5-mini', input: 'hello', background: true };
    const r = await c.pay('POST', `${B}/responses`, body);
    return r.status === 200 && (await c.ledger()).length === 1;
  },
  'search-priced-per-source': async (c) => {
    const price = (sources: string[]) => c.price('POST', `${B}/search`, { query: 'tea', sources });
    return (await price(['web'])) === 263_500 && (await price(['x', 'web', 'news'])) === 263_500;
  },
  'limit-window-renewed': async (c) => {
    // Never more than 90 within an hour, by whatever window the hour is counted.
    const first = await served(c, 50);
    await c.advance(45 * 60);
    const second = await served(c, 40);
    await c.advance(30 * 60);
    return first === 50 && second === 40 && (await served(c, 20)) === 20;
  },
};
