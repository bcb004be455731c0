/** Each fault of payment is found in sellers on the official middlewares, and reported as one cause. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '#conformance/report/report.ts';
import { judgeSeller } from '#conformance/x402/judge.ts';
import { faults, type SellerFault } from './faults.ts';
import { startFaulty, startLenient } from './faulty.ts';
import { judgeBySpecification } from './judged.ts';
import { type Market, payTo, standard, startMarket } from './market.ts';
import { middlewares, type RunningSeller } from './seller.ts';
import { type SoldService, services } from './services.ts';

let market: Market;
beforeAll(async () => {
  market = await startMarket();
});
afterAll(() => market.close());

test('are at least thirty', () => {
  expect(faults.length).toBeGreaterThanOrEqual(30);
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
});

/** The middlewares in turn, so that each has about half of the faults. */
const starts = Object.values(middlewares);

test.each(faults.map((fault, index) => ({ ...fault, start: starts[index % starts.length] ?? middlewares.hono })))(
  '$name is found by $rule',
  async ({ start, ...fault }) => {
    const service = services.find(({ name }) => name === fault.service);
    if (!service) throw new Error(`There is no service ${fault.service}.`);
    const running: RunningSeller[] = [];
    const run = async (started: Promise<RunningSeller>) => {
      running.push(await started);
      return running.at(-1)?.url ?? '';
    };
    const { official } = market.facilitators;
    const facilitator = fault.accepts === undefined ? official : await run(startLenient(official, fault.accepts));
    const honest = await run(start({ service, payTo, facilitator }));
    const url = await run(startFaulty(honest, fault));
    try {
      const report = await judged(fault, service, url);
      expect(report.causes.map(({ rules }) => rules)).toEqual([expect.arrayContaining([fault.rule])]);
      expect(report.results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
    } finally {
      for (const server of running.toReversed()) await server.close();
    }
  },
);

/** Judges a seller by the standard, or by its specification where the standard does not say what it must do. */
async function judged(fault: SellerFault, service: SoldService, url: string): Promise<Report> {
  const limits = { level: 'paid', only: ['*.errors.*'], exhaust: true } as const;
  if (fault.retryAfter !== undefined) return judgeBySpecification({ market, service, url, seed: 1 }, limits);
  const env = { PAYER_KEY: await market.wallet() };
  return (await judgeSeller({ standard, url, level: 'paid', env })).report;
}
