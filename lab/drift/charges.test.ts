import { isObject, read } from '@tollwright/runtime/values/json';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drift } from '#conformance/drift/drift.ts';
import { contractOf } from '#conformance/testing/contract.ts';
import { type Gateway, startGateway } from '#gateway/start.ts';
import { type Alteration, serveAltered } from './proxy.ts';

const host = 'account';
const key = 'a-key-with-past-charges';
const models = ['acme/4o', 'acme/4.1', 'acme/long', 'acme/flex'];

const compare = async (url: string, env: Readonly<Record<string, string>> = { API_KEY: key }) =>
  drift({ contract: await contractOf(host), target: `generated/targets/${host}.yaml`, host, url, env });

/** Records of usage, or price lists, that a host changed in one part of their text. */
const listed = (
  id: string,
  path: RegExp,
  reported: RegExp,
  change: (item: Record<string, unknown>) => unknown,
): Alteration => ({
  id,
  path,
  reported,
  reply: (reply) => {
    const data = read(reply.json, 'data');
    return Array.isArray(data)
      ? { ...reply, json: { ...Object(reply.json), data: data.filter(isObject).map(change) } }
      : reply;
  },
});

const tenPercentMore = (item: Record<string, unknown>) => ({ ...item, cost: String(Number(item.cost) * 1.1) });

const alterations: readonly Alteration[] = [
  listed('every charge has a fee', /v1\/usage$/, /^charge\./, (item) => ({
    ...item,
    cost: String(Number(item.cost) + 0.001),
  })),
  listed('one model is charged more', /v1\/usage$/, /^charge\.acme\/4o$/, (item) =>
    item.model === 'acme/4o' ? tenPercentMore(item) : item,
  ),
  listed('flex is charged in full', /v1\/usage$/, /^charge\.acme\/flex$/, ({ service_tier: _, ...item }) => item),
  {
    id: 'a list repeats the key',
    path: /v1\/models$/,
    reported: /^catalog\.text-models\.\$API_KEY$/,
    reply: (reply) => ({ ...reply, json: { data: [...[read(reply.json, 'data')].flat(), { id: key }] } }),
  },
  listed('the price sheet is dearer than the charges', /(api\/pricing|v1\/models)$/, /^charge\.acme\/long$/, (item) =>
    item.id === 'acme/long' ? JSON.parse(JSON.stringify(item).replaceAll('"8"', '"9"')) : item,
  ),
];

const behindKey: Alteration = {
  id: 'price lists are behind the key',
  path: /(api\/pricing|v1\/models|images\/models)$/,
  reported: /^$/,
  reply: (reply, { authorized }) =>
    authorized ? reply : { ...reply, status: 401, json: { error: { message: 'Send a key.' } } },
};

describe('drift of a host with accounts', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({ host, port: 0, apiKeys: [{ key, balance: 10_000_000n }] });
    for (const [index, model] of models.entries()) {
      for (const length of [40, 90]) {
        const content = 'A sentence of some length. '.repeat(length * (index + 1));
        const tier = model === 'acme/flex' && { service_tier: 'flex' };
        const body = { model, max_tokens: 500, ...tier, messages: [{ role: 'user', content }] };
        const { status } = await fetch(`${gateway.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
          body: JSON.stringify(body),
        });
        expect(status).toBe(200);
      }
    }
  });
  afterAll(() => gateway.close());

  const balance = async () => {
    const response = await fetch(`${gateway.url}/v1/balance`, { headers: { authorization: `Bearer ${key}` } });
    return response.text();
  };

  const limits = ['face-inits', 'decisions', 'account-social-calls'].map(
    (id) => `Limit ${id}: neither headers of free reads nor documents state it.`,
  );

  test('finds nothing on one that is as in the release, and pays nothing', async () => {
    const before = await balance();
    const report = await compare(gateway.url);
    expect({ moved: report.moved, unseen: report.unseen }).toEqual({ moved: [], unseen: limits });
    expect(report.compared['past charges']).toBe(2 * models.length);
    expect(await balance()).toBe(before);
  });

  test('says what it cannot compare without the key', async () => {
    const { compared, unseen } = await compare(gateway.url, {});
    expect(compared['past charges']).toBe(0);
    expect(unseen).toEqual(['Past charges: set API_KEY to the key whose usage is to be read.', ...limits]);
  });

  test('reads price lists behind the key', async () => {
    const altered = await serveAltered(gateway.url, [behindKey]);
    try {
      const [open, keyed] = [await compare(altered.url, {}), await compare(altered.url)];
      expect(open.unseen.join()).toContain('text-models');
      expect(keyed.unseen).toEqual(limits);
      expect(keyed.compared['catalog figures']).toBeGreaterThan(open.compared['catalog figures']);
      expect(JSON.stringify(keyed)).not.toContain(key);
    } finally {
      await altered.close();
    }
  });

  test.each(alterations)('finds that $id', async (alteration) => {
    const altered = await serveAltered(gateway.url, [alteration]);
    try {
      const report = await compare(altered.url);
      expect(report.moved.map(({ id }) => id)).toContainEqual(expect.stringMatching(alteration.reported));
      expect(JSON.stringify(report)).not.toContain(key);
    } finally {
      await altered.close();
    }
  });
});
