import type { Payment } from '@tollwright/runtime/operation/payment';
import { createServices, type Services } from '@tollwright/runtime/pipeline/services';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lifecycles } from '../../built-in.ts';
import { endLease, findLease, type Lease, openLease, takenNumbers } from './lease.ts';

let services: Services;
beforeAll(async () => {
  services = await createServices({ lifecycles, payTo: '0x0' });
});
afterAll(() => services.close());

const number = '+14155550100';

async function lease(owner: string): Promise<Lease> {
  const opened = await openLease(services, { number, chain: 'eip155:8453', owner }, owner);
  if (!opened) throw new Error('The number is leased already.');
  return opened;
}

async function settle(id: string): Promise<void> {
  const terms = { scheme: 'exact', network: 'n', asset: 'a', payTo: '0x0', validAfter: 0, validBefore: 1, proof: {} };
  const payment: Payment = { ...terms, payer: id, nonce: id, amount: 1n };
  await services.store.claims.claim({ id, payment, fingerprint: '', balance: 1n, reusable: [], now: 0 });
  await services.store.claims.move(id, ['claimed'], 'owed', '0xt');
}

describe('endLease', () => {
  test('leaves the lease of the next owner alone, however late it comes', async () => {
    const first = await lease('0xa');
    expect(await endLease(services, first)).toBe(true);

    await lease('0xb');
    expect(await endLease(services, first)).toBe(false);
    expect(await findLease(services, number)).toBeUndefined();
    expect([...(await takenNumbers(services))]).toEqual([number]);
    await settle('0xb');
    expect(await findLease(services, number)).toMatchObject({ owner: '0xb' });
  });
});
