import { describe, expect, test } from 'vitest';
import { referenceContract } from '../testing/reference/contract.ts';
import type { Faults } from '../testing/reference/faults.ts';
import { referenceRun } from '../testing/reference/run.ts';
import { explore } from './explore.ts';

const machine = referenceContract.machines['long-job'];
if (!machine) throw new Error('The reference contract has a machine.');

describe('explore', () => {
  test('finds nothing wrong with the reference gateway', async () => {
    expect(await explore(referenceRun(), machine)).toBeUndefined();
  });

  const faults: readonly (readonly [rule: string, steps: readonly RegExp[], faults: Faults])[] = [
    ['job.start', [/event started/, /poll/], { job: 'never-starts' }],
    ['job.finish', [/event started/, /event finished/, /20 polls at once/], { job: 'settles-racing' }],
    ['job.fail', [/event started/, /event failed/, /poll/], { job: 'never-fails' }],
    ['job.always.failed', [/event started/, /event failed/, /poll/], { job: 'wrong-status' }],
  ];
  test.each(faults)('names %s after the shortest sequence that breaks it', async (rule, steps, fault) => {
    const found = await explore(referenceRun(fault), machine);
    expect(found?.rule).toBe(rule);
    expect(found?.steps).toHaveLength(steps.length);
    for (const [index, step] of steps.entries()) expect(found?.steps[index]).toMatch(step);
  });
});
