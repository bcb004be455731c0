import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drift } from '#conformance/drift/drift.ts';
import { contractOf } from '#conformance/testing/contract.ts';
import { type Gateway, startGateway } from '#gateway/start.ts';
import { alterations } from './alterations.ts';
import { type Alteration, serveAltered } from './proxy.ts';

const host = 'base';
const compare = async (url: string) =>
  drift({ contract: await contractOf(host), target: `generated/targets/${host}.yaml`, host, url });

describe('drift that uses limits up', () => {
  const silent = (path: RegExp, calls: number): Alteration => {
    let first: number | undefined;
    let made = 0;
    return {
      id: `no header states the limit of ${path}`,
      path,
      reported: /^limit\.catalog-reads$/,
      method: 'GET',
      reply: (reply) => {
        first ??= performance.now();
        const headers = Object.entries(reply.headers).filter(([name]) => !name.startsWith('x-ratelimit'));
        if (++made <= calls || reply.status === 429) return { ...reply, headers: Object.fromEntries(headers) };
        const seconds = Math.ceil(3600 - (performance.now() - first) / 1000);
        return { status: 429, headers: { 'retry-after': String(seconds) }, json: { error: 'Rate limit exceeded' } };
      },
    };
  };

  test.each([
    [50, [expect.stringMatching(/^catalog-reads allows about \d\d calls in 3600 seconds, not 100\./)]],
    [100, []],
  ])('counts what a host with %i calls an hour does not state', async (calls, texts) => {
    const gateway = await startGateway({ host: 'arc', port: 0 });
    const altered = await serveAltered(gateway.url, [silent(/(v1\/(\w+\/)?models|api\/pricing)$/, calls)]);
    try {
      const contract = await contractOf('arc');
      const target = 'generated/targets/arc.yaml';
      const { moved } = await drift({ contract, target, host: 'arc', url: altered.url, exhaust: true });
      expect(moved.map(({ text }) => text)).toEqual(texts);
    } finally {
      await altered.close();
      await gateway.close();
    }
  });
});

describe('drift under a base path', () => {
  test.each([
    ['knows it', ['127.0.0.1']],
    ['does not', []],
  ])('finds nothing on a host that %s', async (_, trustedProxies) => {
    const gateway = await startGateway({ host: 'arc', port: 0, trustedProxies });
    const front = await serveAltered(gateway.url, [], '/gw');
    try {
      const { moved } = await drift({ contract: await contractOf('arc'), host: 'arc', url: front.url });
      expect([moved.map(({ text }) => text), front.strays]).toEqual([[], []]);
    } finally {
      await front.close();
      await gateway.close();
    }
  });
});

describe('drift without a target file', () => {
  test('says once that a rate of a catalog moved, and compares the paths that the specification names', async () => {
    const contract = await contractOf('arc');
    const models = contract.catalogs['text-models'];
    if (!models) throw new Error('The host has a catalog of text models.');
    const [first, ...others] = models.entries.filter(({ values }) => values.input !== undefined);
    if (!first) throw new Error('A model has a rate.');
    const dear = { ...first, values: { ...first.values, input: '77' } };
    const catalogs = { ...contract.catalogs, 'text-models': { ...models, entries: [dear, ...others] } };
    const gateway = await startGateway({ host: 'arc', port: 0 });
    try {
      const { moved, unseen } = await drift({ contract: { ...contract, catalogs }, host: 'arc', url: gateway.url });
      expect(moved.map(({ id }) => id)).toEqual([`catalog.text-models.${first.values.id}.input`]);
      expect(unseen.filter((text) => text.startsWith('Prices'))).toEqual([]);
    } finally {
      await gateway.close();
    }
  });
});

describe('drift', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({ host, port: 0 });
  });
  afterAll(() => gateway.close());

  test('finds nothing on a host that is as in the release', async () => {
    const { moved, unseen, compared, changes } = await compare(gateway.url);
    // Nothing that is free to read is in these limits.
    const open = ['face-inits', 'social-calls'].map(
      (id) => `Limit ${id}: neither headers of free reads nor documents state it.`,
    );
    expect({ moved, unseen, changes }).toEqual({ moved: [], unseen: open, changes: [] });
    expect(compared.quotes).toBeGreaterThan(500);
  });

  test('finds each of forty alterations', async () => {
    expect(alterations.length).toBe(40);
    const altered = await serveAltered(gateway.url, alterations);
    try {
      const { moved } = await compare(altered.url);
      const ids = moved.flatMap(({ id, also = [] }) => [id, ...also]);
      const missed = alterations.filter(({ reported }) => !ids.some((id) => reported.test(id))).map(({ id }) => id);
      expect(missed).toEqual([]);
    } finally {
      await altered.close();
    }
  });
});
