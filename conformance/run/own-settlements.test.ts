import { describe, expect, test } from 'vitest';
import type { Transfer } from '../target/control.ts';
import { encodePayment, type Wallet } from '../wallet/wallet.ts';
import { OwnSettlements } from './own-settlements.ts';

const offer = { amount: '20000' };
const received = { headers: {}, rawHeaders: [], text: '', json: undefined, events: [], cut: false };

/** A wallet that signs with a new nonce each time, before a ledger that a test fills. */
function watch() {
  const transfers: Transfer[] = [];
  const capabilities = new Set(['ledger']);
  const settlements = new OwnSettlements({ capabilities, ledger: async () => [...transfers] });
  let nonce = 0;
  const sign: Wallet['sign'] = async () => {
    const authorization = { from: '0xA', to: '0xB', value: '20000', validAfter: '0', validBefore: '1' } as const;
    nonce += 1;
    return {
      x402Version: 2,
      accepted: offer,
      payload: { signature: '0x', authorization: { ...authorization, nonce: `0x${nonce}` } },
    };
  };
  const wallet = settlements.watched({ address: '0xA', sign });
  const pay = async (...statuses: readonly (number | undefined)[]) => {
    const header = encodePayment(await wallet.sign(offer, 0));
    send(header, ...statuses);
  };
  const send = (value: string, ...statuses: readonly (number | undefined)[]) => {
    for (const status of statuses) {
      const sent = { method: 'POST', path: '/kites', headers: {}, payment: { header: 'x-payment', value } };
      settlements.add(sent, status === undefined ? undefined : { ...received, status });
    }
  };
  const settle = (amount = '20000') => {
    const common = { payer: '0xA', pay_to: '0xB', asset: '0xC', network: 'eip155:1', route: 'POST /kites', at: '' };
    transfers.push({ ...common, amount, tx_hash: `0x${transfers.length}` });
  };
  const unexplained = async () => (await settlements.compare()).unexplained.length;
  return { settlements, pay, send, settle, unexplained, transfers };
}

describe('OwnSettlements', () => {
  test.each([200, 202, 500, 503, undefined])('explains a settlement by the response %s', async (status) => {
    const { pay, settle, unexplained } = watch();
    await pay(status);
    settle();
    expect(await unexplained()).toBe(0);
  });

  test.each([400, 402, 404, 425, 429, 502, 504])('explains none by the response %s', async (status) => {
    const { settlements, pay, settle } = watch();
    await pay(status);
    settle();
    const { unexplained } = await settlements.compare();
    expect(unexplained.map(({ exchange }) => exchange?.received.status)).toEqual([status]);
  });

  test('explains a payment that was sent many times by the one response that served it', async () => {
    const { pay, settle, unexplained } = watch();
    await pay(402, 402, 200, 402, 200);
    settle();
    expect(await unexplained()).toBe(0);
    settle();
    await pay(402);
    expect(await unexplained()).toBe(1);
  });

  test('explains none of another amount', async () => {
    const { pay, settle, unexplained } = watch();
    await pay(202);
    settle('10000');
    expect(await unexplained()).toBe(1);
  });

  test('does not judge a settlement where a payment without a readable id may explain it', async () => {
    const { pay, send, settle, unexplained } = watch();
    await pay(402);
    send('not a payment', 200);
    settle();
    expect(await unexplained()).toBe(0);
  });

  test('compares each settlement once, whether a reset deletes it or not', async () => {
    const { settlements, pay, settle, unexplained, transfers } = watch();
    await pay(200);
    settle();
    expect(await unexplained()).toBe(0);
    settlements.forget();
    await pay(200);
    settle();
    expect(await settlements.compare()).toEqual({ compared: 2, unexplained: [] });
    transfers.length = 0;
    settlements.forget();
    await pay(404);
    expect(await unexplained()).toBe(0);
  });
});
