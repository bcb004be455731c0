import { describe, expect, test } from 'vitest';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Level, Run } from '../../check/run.ts';
import type { Faults } from './faults.ts';
import { referenceRun } from './run.ts';

/** A rule, a fault that breaks it, and the level at which that is seen (`controlled` by default). */
export type FaultCase = readonly [rule: string, faults: Faults, level?: Level];

/** Runs the check of a rule. */
export async function verdictOf(checks: readonly ProtocolCheck[], id: string, run: Run): Promise<Outcome> {
  const check = checks.find((each) => each.id === id);
  if (!check) throw new Error(`There is no check ${id}.`);
  return check.check(run);
}

/** Registers the tests of checks: each passes on the reference gateway, and fails on a gateway with a fault that breaks its rule. */
export function testProtocolChecks(checks: readonly ProtocolCheck[], faults: readonly FaultCase[]): void {
  const ids = checks.map(({ id }) => id);

  describe('the reference gateway', () => {
    test.each(ids)('passes %s', async (id) => {
      expect(await verdictOf(checks, id, referenceRun())).toMatchObject({ verdict: 'pass' });
    });
  });

  describe('a gateway with one fault', () => {
    test.each(faults.map(([id, fault, level]) => ({ id, fault, level })))('fails $id by $fault', async (broken) => {
      const run = referenceRun(broken.fault, broken.level);
      expect(await verdictOf(checks, broken.id, run)).toMatchObject({ verdict: 'fail' });
    });

    test('is tried for each check', () => {
      const tried = new Set(faults.map(([id]) => id));
      expect(ids.filter((id) => !tried.has(id))).toEqual([]);
    });
  });
}
