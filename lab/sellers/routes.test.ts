/** A seller that publishes nothing is judged on the routes of a target file. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dump } from 'js-yaml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UsageError } from '#conformance/common/usage-error.ts';
import type { Plan } from '#conformance/run/plan.ts';
import { judgeSeller } from '#conformance/x402/judge.ts';
import { wrongIn } from './judged.ts';
import { type Market, payTo, standard, startMarket } from './market.ts';
import { middlewares, type RunningSeller } from './seller.ts';
import { services } from './services.ts';

const routes = services.flatMap((service) => service.routes);

let market: Market;
let seller: RunningSeller;
let folder: string;
beforeAll(async () => {
  market = await startMarket();
  const service = { name: 'all', routes, documents: () => ({}), largest: 100_000 };
  seller = await middlewares.hono({ service, payTo, facilitator: market.facilitators.official });
  folder = await mkdtemp(join(tmpdir(), 'tollwright-routes-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await seller.close();
  await market.close();
});

test('a target file lists the routes, and no more payments are made than were listed before', async () => {
  const target = join(folder, 'target.yaml');
  const named = routes.map(({ method, path, body }) => ({ route: `${method} ${path}`, ...(body && { body }) }));
  await writeFile(target, dump({ routes: named }));
  const plans: Plan[] = [];
  const { report, contract } = await judgeSeller({
    ...{ standard, url: seller.url, target, level: 'paid', env: { PAYER_KEY: await market.wallet() } },
    confirm: async (plan) => {
      plans.push(plan);
    },
  });
  expect(wrongIn(report, 20)).toEqual([]);
  expect(contract.operations.map(({ id }) => id)).toEqual(named.map(({ route }) => route));
  const listed = plans.flatMap(({ rows }) => rows.map(({ calls }) => calls)).reduce((sum, calls) => sum + calls, 0);
  expect(report.settlements.length).toBeGreaterThan(0);
  expect(report.settlements.length).toBeLessThanOrEqual(listed);
});

test('a seller whose routes are not named anywhere cannot be judged', async () => {
  await expect(judgeSeller({ standard, url: seller.url, level: 'free' })).rejects.toThrow(UsageError);
});
