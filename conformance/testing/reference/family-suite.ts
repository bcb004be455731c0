import { describe, expect, test } from 'vitest';
import type { Family } from '../../check/family.ts';
import type { Rule } from '../../contract/contract.ts';
import { NotTestable } from '../../http/interruption.ts';
import type { Faults } from './faults.ts';
import { referenceRun } from './run.ts';

/** A fault, the rule that it breaks, and what the detail of the finding says. */
export type FamilyFault = readonly [rule: string, faults: Faults, detail: RegExp];

/**
 * Registers the tests of a family: each of its rules passes on the reference gateway, fails on a gateway with a fault that
 * breaks it, and is not testable without a control API.
 */
export function testFamily(family: Family, rules: readonly Rule[], faults: readonly FamilyFault[]): void {
  const cases = rules.map((rule) => [rule.id, rule] as const);

  describe('the reference gateway', () => {
    test.each(cases)('passes %s', async (_, rule) => {
      expect(await family.check(rule, referenceRun())).toMatchObject({ verdict: 'pass' });
    });
  });

  describe('a gateway with one fault', () => {
    test.each(faults)('fails %s by %j', async (id, fault, detail) => {
      const rule = rules.find((each) => each.id === id);
      if (!rule) throw new Error(`There is no rule ${id}.`);
      expect(await family.check(rule, referenceRun(fault))).toMatchObject({
        verdict: 'fail',
        detail: expect.stringMatching(detail),
      });
    });
  });

  const controlled = cases.filter(([, { level }]) => level === 'controlled');
  if (controlled.length === 0) return;
  describe('a target without a control API', () => {
    test.each(controlled)('leaves %s untested', async (_, rule) => {
      await expect(family.check(rule, referenceRun({}, 'paid'))).rejects.toThrow(NotTestable);
    });
  });
}
