import { afterEach, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { at } from '../testing/read.ts';

let gateway: TestGateway;
afterEach(() => gateway.close());

describe('a paid call', () => {
  test('is challenged, paid, served and receipted', async () => {
    gateway = await startTestGateway();
    const challenged = await gateway.send('/toy/echo', { text: 'hi', count: 2 });
    expect(challenged.status).toBe(402);
    expect(at(challenged.json, 'price')).toEqual({ amount: '0.002', currency: 'USD', breakdown: { echoes: '2' } });

    const paid = await gateway.pay('/toy/echo', { text: 'hi', count: 2 });
    expect(paid.json).toMatchObject({ echo: 'hi' });
    expect(paid.status).toBe(200);
    const [transfer] = await gateway.services.store.ledger.transfers();
    expect(transfer).toMatchObject({ amount: 2000n, payer: gateway.wallet.address, route: 'POST /toy/echo' });
    expect(paid.headers.get('X-Payment-Receipt')).toBe(transfer?.txHash);
  });
});
