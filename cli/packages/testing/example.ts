import { once } from 'node:events';
import { cp, readFile, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { ExactEvmScheme } from '@x402/evm';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nativeCompiler } from './installed.ts';
import { execute } from './packed.ts';
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

    // A server that listens on a port has an address object.
    const env = () => ({ WEATHER_URL: `http://127.0.0.1:${(office.address() as AddressInfo).port}` });

    test('is generated, served and judged by one command, and conforms', async () => {
      const started = await user.type('npx tollwright start --once --port 0', env());
      expect(started, started.stdout + started.stderr).toMatchObject({ code: 0 });
      const { summary, results } = JSON.parse(await readFile(join(user.folder, 'report/weather/report.json'), 'utf8'));
      expect(results.filter(({ verdict }: { verdict: string }) => ['fail', 'error'].includes(verdict))).toEqual([]);
      expect(summary.pass).toBeGreaterThan(35);
    });

    test('is compiled strictly with the types of its packages', async () => {
      expect(await execute(process.execPath, [nativeCompiler], user.folder)).toMatchObject({ code: 0, stdout: '' });
    });

    test('is proved with its own gateway', async () => {
      const only = 'get-forecast.days.maximum';
      const { code, stdout, stderr } = await user.type(`npx tollwright prove --only ${only} --json -`, env());
      const { verdicts } = JSON.parse(stdout);
      expect(code, stderr).toBe(0);
      expect(verdicts).not.toEqual([]);
      for (const each of verdicts) expect(each).toMatchObject({ rule: only, outcome: { verdict: 'killed', by: only } });
    });

    test('sells what its upstream forecasts', async () => {
      const account = privateKeyToAccount(generatePrivateKey());
      const schemes = [{ network: 'eip155:*' as const, client: new ExactEvmScheme(account) }];
      const { url, stop } = await user.serve(`--port 0 --control --fund ${account.address}=1`, env());
      try {
        const buyer = wrapFetchWithPaymentFromConfig(fetch, { schemes });
        const response = await buyer(`${url}/v1/forecast?latitude=-3&longitude=4.9&days=2`);
        expect(await response.json()).toEqual({
          days: [
            { date: '2026-01-01', low: -3, high: 5.5 },
            { date: '2026-01-02', low: -3, high: 6.5 },
          ],
        });
      } finally {
        await stop();
      }
    });
  });
}
