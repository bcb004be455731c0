import { once } from 'node:events';
import { cp, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { ExactEvmScheme } from '@x402/evm';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type User, userIn } from './user.ts';

/** A weather office: so many days from a fixed one, with the temperatures of each hour. */
function startOffice(): Server {
  const server = createServer(({ url = '' }, response) => {
    const query = new URL(url, 'http://office').searchParams;
    const days = Array.from({ length: Number(query.get('days')) }, (_, day) => ({
      date: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
      temperatures: [day, day + 5.5, Number(query.get('latitude'))],
    }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ days }));
  });
  return server.listen(0, '127.0.0.1');
}

/** Tests the example of an unrelated service with the packages that are installed in a project. */
export function testExample(installed: () => string): void {
  describe('examples/weather, a second service', () => {
    let user: User;
    let office: Server;
    beforeAll(async () => {
      const folder = join(dirname(installed()), 'weather');
      await cp('examples/weather', folder, { recursive: true });
      await symlink(join(installed(), 'node_modules'), join(folder, 'node_modules'));
      user = userIn(dirname(folder), '');
      user.folder = folder;
      office = startOffice();
      await once(office, 'listening');
    });
    afterAll(() => office.close());

    test('is generated, and compiled strictly with the types of its packages', async () => {
      expect(await user.type('npx tollwright generate')).toMatchObject({ code: 0 });
      expect(await user.type('npx tsc')).toMatchObject({ code: 0, stdout: '' });
    });

    test('sells what its upstream forecasts, and conforms', async () => {
      const account = privateKeyToAccount(generatePrivateKey());
      const schemes = [{ network: 'eip155:*' as const, client: new ExactEvmScheme(account) }];
      // A server that listens on a port has an address object.
      const env = { WEATHER_URL: `http://127.0.0.1:${(office.address() as AddressInfo).port}` };
      const { url, controlUrl, token, stop } = await user.serve(`--port 0 --control --fund ${account.address}=1`, env);
      try {
        const buyer = wrapFetchWithPaymentFromConfig(fetch, { schemes });
        const response = await buyer(`${url}/v1/forecast?latitude=-3&longitude=4.9&days=2`);
        expect(await response.json()).toEqual({
          days: [
            { date: '2026-01-01', low: -3, high: 5.5 },
            { date: '2026-01-02', low: -3, high: 6.5 },
          ],
        });
        const judge = `npx tollwright conform ${url} --host weather --level controlled --control ${controlUrl} --yes --json -`;
        const judged = await user.type(judge, { CONTROL_TOKEN: token });
        const { summary, results } = JSON.parse(judged.stdout);
        expect(results.filter(({ verdict }: { verdict: string }) => ['fail', 'error'].includes(verdict))).toEqual([]);
        expect(summary.pass).toBeGreaterThan(35);
      } finally {
        await stop();
      }
    });
  });
}
