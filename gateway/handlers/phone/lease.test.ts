import { createServices, type Services } from '@tollwright/runtime/services';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lifecycles } from '../../lifecycles.ts';
import { endLease, findLease, openLease } from './lease.ts';

let services: Services;
beforeAll(async () => {
  services = await createServices({ lifecycles, payTo: '0x0' });
});
afterAll(() => services.close());

describe('endLease', () => {
  test('leaves the lease of the next owner alone, however late it comes', async () => {
    const lease = { number: '+14155550100', chain: 'eip155:8453' };
    const first = await openLease(services, { ...lease, owner: '0xa', claim: 'one' });
    if (!first) throw new Error('The number is leased already.');
    expect(await endLease(services, first)).toBe(true);

    await openLease(services, { ...lease, owner: '0xb', claim: 'two' });
    expect(await endLease(services, first)).toBe(false);
    expect(await findLease(services, lease.number)).toMatchObject({ owner: '0xb' });
  });
});
