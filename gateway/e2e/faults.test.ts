import { afterEach, describe, expect, test } from 'vitest';
import { conform } from '#conformance/conform.ts';
import { type Gateway, startGateway } from '#gateway/start.ts';
import { type Fault, faults } from './faults.ts';
import { serveFront } from './front.ts';

const controlToken = 'a token of this test';
const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0).reverse()) await each.close();
});

async function judge({ alter, change, only }: Pick<Fault, 'only' | 'alter' | 'change'>) {
  const gateway: Gateway = await startGateway({ host: 'base', port: 0, controlPort: 0, controlToken }, alter);
  running.push(gateway);
  const front = change && (await serveFront(gateway.url, change));
  if (front) running.push(front);
  return conform({
    contract: 'generated/contracts/base.json',
    host: 'base',
    url: front?.url ?? gateway.url,
    control: { url: gateway.controlUrl ?? '', token: controlToken },
    level: 'controlled',
    only,
  });
}

const failing = (report: Awaited<ReturnType<typeof judge>>) =>
  report.results.filter(({ verdict, tier }) => verdict === 'fail' && tier === 'must').map(({ rule }) => rule);

describe('conform', () => {
  test('passes the gateway without a fault on every rule that the faults are about', async () => {
    const report = await judge({ only: [...new Set(faults.flatMap(({ only }) => only))] });
    expect(failing(report)).toEqual([]);
    expect(report.summary.error).toBe(0);
  });

  test.each(faults)('names $rule for $name', async (fault) => {
    const report = await judge(fault);
    expect(failing(report)).toContain(fault.rule);
  });
});
