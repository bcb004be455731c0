import { expect, test } from 'vitest';
import { overdrawing } from './accounts.ts';
import { judge } from './testing/judge.ts';

/** The documents do not say what an exhausted balance answers, so that a deployment is only told. */
test('a balance that calls at once overdraw is seen and blamed on nobody', async () => {
  const report = await judge({
    host: 'account',
    level: 'controlled',
    only: ['account.balance.*'],
    alter: overdrawing(({ balance }) => balance > 0n),
  });
  const told = report.results.map(({ rule, tier, verdict }) => ({ rule, tier, verdict }));
  expect(told).toContainEqual({ rule: 'account.balance.covers', tier: 'info', verdict: 'fail' });
  expect(told).toContainEqual({ rule: 'account.balance.empty', tier: 'must', verdict: 'pass' });
});
