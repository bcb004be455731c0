import { at, fieldsAt, textAt } from '@tollwright/runtime/testing/read';
import { createWallet } from '@tollwright/runtime/testing/wallet';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

const numbers = '/api/v1/phone/numbers';
const day = 24 * 60 * 60;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

async function buy(body: object = {}) {
  const bought = await gateway.pay('POST', `${numbers}/buy`, { body });
  expect(bought.status).toBe(200);
  return bought.json;
}

const list = async () => at((await gateway.pay('POST', `${numbers}/list`, { body: {} })).json, 'numbers');
const advance = (seconds: number) => gateway.control('POST', '/clock', { advance_seconds: seconds });

describe('buy-number', () => {
  test('prefers the requested area, in either case of the country', async () => {
    expect(at(await buy({ country: 'ca', areaCode: '604' }), 'phone_number')).toMatch(/^\+1604/);
    expect(at(await buy({ areaCode: '999' }), 'phone_number')).toMatch(/^\+1/);
  });

  test('gives no number to two wallets that buy at once', async () => {
    const wallets = Array.from({ length: 4 }, () => createWallet());
    const bought = await Promise.all(
      wallets.map((wallet) => gateway.pay('POST', `${numbers}/buy`, { body: {} }, wallet)),
    );
    expect(new Set(bought.map(({ json }) => at(json, 'phone_number'))).size).toBe(4);
  });

  test('gives the number back when the payment does not settle', async () => {
    await gateway.control('POST', '/settlement', { outcome: 'fail' });
    const refused = await gateway.pay('POST', `${numbers}/buy`, { body: {} });
    expect(refused.status).toBe(402);
    expect(await list()).toEqual([]);
  });
});

describe('renew-number', () => {
  test('counts every renewal of two at once from the end of the lease', async () => {
    const { phone_number: phoneNumber, expires_at: first } = fieldsAt(await buy());
    const renew = () => gateway.pay('POST', `${numbers}/renew`, { body: { phoneNumber } });
    await Promise.all([renew(), renew()]);
    expect(Date.parse(textAt(await list(), 0, 'expires_at')) - Date.parse(String(first))).toBe(60 * day * 1000);
  });

  test('takes the days back when the payment does not settle', async () => {
    const { phone_number: phoneNumber, expires_at: first } = fieldsAt(await buy());
    await gateway.control('POST', '/settlement', { outcome: 'fail' });
    expect((await gateway.pay('POST', `${numbers}/renew`, { body: { phoneNumber } })).status).toBe(402);
    expect(at(await list(), 0, 'expires_at')).toBe(first);
  });

  test('refuses an expired number, then one that is not leased', async () => {
    const { phone_number: phoneNumber } = fieldsAt(await buy());
    const reason = async () =>
      at((await gateway.pay('POST', `${numbers}/renew`, { body: { phoneNumber } })).json, 'reason');
    await advance(30 * day);
    expect(await reason()).toBe('expired');
    expect(at(await list(), 0, 'active')).toBe(false);
    await advance(day);
    expect(await reason()).toBe('not_found');
    expect(await list()).toEqual([]);
  });
});

describe('release-number', () => {
  test('takes a fresh authorization for nothing, once, and no payment that can be read from a transaction', async () => {
    const header = await gateway.sign('POST', `${numbers}/buy`, { body: {} });
    const bought = await gateway.send('POST', `${numbers}/buy`, { body: {}, headers: { 'payment-signature': header } });
    const body = { phoneNumber: textAt(bought.json, 'phone_number') };
    const release = (signature: string) =>
      gateway.send('POST', `${numbers}/release`, { body, headers: { 'payment-signature': signature } });
    expect(await release(header)).toMatchObject({ status: 402, json: { code: 'PAYMENT_INVALID' } });

    const fresh = await gateway.sign('POST', `${numbers}/release`, { body });
    expect((await release(fresh)).status).toBe(200);
    expect(await release(fresh)).toMatchObject({ status: 402, json: { code: 'PAYMENT_REPLAY' } });
  });

  test('puts the number back into the pool for nothing', async () => {
    const { phone_number: phoneNumber } = fieldsAt(await buy());
    const before = (await gateway.settled()).length;
    const released = await gateway.pay('POST', `${numbers}/release`, { body: { phoneNumber } });
    expect(released.json).toEqual({ phone_number: phoneNumber, released: true });
    expect(await gateway.settled()).toHaveLength(before);
    expect(at(await buy(), 'phone_number')).toBe(phoneNumber);
  });
});
