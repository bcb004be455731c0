import pMap from 'p-map';
import { expect, test } from 'vitest';
import { contractOf } from '#conformance/testing/contract.ts';
import { startGateway } from '#gateway/start.ts';
import { readDescription } from '#gateway/testing/description.ts';
import { randomFrom } from '#gateway/upstream/seeded-random.ts';
import { fuzzed } from './requests.ts';

const seed = 1;
const count = 1200;
const key = 'key-of-the-fuzzer';

test.each(['base', 'account'])(
  '%s answers as it is described, and never by an internal error, whatever is sent',
  async (host) => {
    const { departure } = await readDescription(host);
    const contract = await contractOf(host);
    const departures = new Set<string>();
    let answers = 0;
    const gateway = await startGateway(
      {
        host,
        port: 0,
        trustedProxies: ['127.0.0.1'],
        ...(host === 'account' && { apiKeys: [{ key, balance: 10n ** 12n }] }),
      },
      (parts) => ({
        ...parts,
        wrap: (serve) => async (call) => {
          const answer = await serve(call);
          answers += 1;
          const wrong = departure(call, answer);
          // What is wrong with a path or a content type has responses that descriptions leave out.
          const isJudged = ![404, 415].includes(answer.status);
          if (wrong !== undefined && isJudged) departures.add(wrong);
          if (answer.status === 500 || answer.status === 501) departures.add(`${call.method} ${call.path}`);
          return answer;
        },
      }),
    );
    const random = randomFrom([seed, host]);
    const requests = Array.from({ length: count }, () => fuzzed(contract, random));
    try {
      await pMap(
        requests,
        async ({ method, path, headers, body }, index) => {
          // Each from a network of its own, which is a /64, so that limits hide nothing.
          const own = { 'x-forwarded-for': `2001:db8:0:${index.toString(16)}::1`, authorization: `Bearer ${key}` };
          const init = {
            method,
            headers: { ...headers, ...own },
            ...(body !== undefined && method !== 'GET' && method !== 'HEAD' && { body }),
          };
          await (await fetch(gateway.url + path, init)).arrayBuffer();
        },
        { concurrency: 16 },
      );
      expect([...departures]).toEqual([]);
      expect(answers).toBeGreaterThan(count * 0.95);
    } finally {
      await gateway.close();
    }
  },
);
