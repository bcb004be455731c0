import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drift } from '#conformance/drift/drift.ts';
import { contractOf } from '#conformance/testing/contract.ts';
import { type Gateway, startGateway } from '#gateway/start.ts';
import { alterations } from './alterations.ts';
import { serveAltered } from './proxy.ts';

const host = 'base';
const compare = async (url: string) =>
  drift({ contract: await contractOf(host), target: `generated/targets/${host}.yaml`, host, url });

describe('drift', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({ host, port: 0 });
  });
  afterAll(() => gateway.close());

  test('finds nothing on a host that is as in the release', async () => {
    const { moved, unseen, compared, changes } = await compare(gateway.url);
    // Nothing that is free to read is in these limits.
    const limits = 'Limits face-inits, social-calls: no free read states them in its headers.';
    expect({ moved, unseen, changes }).toEqual({ moved: [], unseen: [limits], changes: [] });
    expect(compared.quotes).toBeGreaterThan(1000);
  });

  test('finds each of forty alterations', async () => {
    expect(alterations.length).toBe(40);
    const altered = await serveAltered(gateway.url, alterations);
    try {
      const { moved } = await compare(altered.url);
      const ids = moved.map(({ id }) => id);
      const missed = alterations.filter(({ reported }) => !ids.some((id) => reported.test(id))).map(({ id }) => id);
      expect(missed).toEqual([]);
    } finally {
      await altered.close();
    }
  });
});
