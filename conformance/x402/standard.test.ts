import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { behaviours } from './behaviours.ts';
import { readStandard, rulesOf } from './standard.ts';

const standard = await readStandard(fileURLToPath(new URL('../../spec/standards', import.meta.url)));

describe('the standard', () => {
  test('says in exactly one way how each rule is judged', () => {
    for (const [id, { challenge, offers, receipt, headers, forgeries, behaviour }] of standard.rules) {
      const ways = [challenge, offers, receipt, headers, forgeries, behaviour].filter((way) => way !== undefined);
      expect(ways, id).toHaveLength(1);
    }
  });

  test('names every behaviour that there is, and no other', () => {
    const named = [...standard.rules.values()].flatMap(({ behaviour }) => behaviour ?? []);
    expect(named.toSorted()).toEqual(Object.keys(behaviours).toSorted());
  });

  test('has a statement for every rule', () => {
    const missing = rulesOf(standard).flatMap(({ from }) => from.filter((id) => !(id in standard.statements)));
    expect(missing).toEqual([]);
  });
});
