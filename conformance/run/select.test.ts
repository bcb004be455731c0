import { describe, expect, test } from 'vitest';
import { areaOf } from '../contract/area.ts';
import { labContract } from '../testing/lab-contract.ts';
import { shopContract } from '../testing/shop-contract.ts';
import { selectRules } from './select.ts';

describe('the smoke profile', () => {
  test('takes one quick rule of each area and the rules about challenges, and none that pays', () => {
    const chosen = selectRules(shopContract, { profile: 'smoke' });
    const areas = chosen.filter(({ kind }) => kind !== 'protocol').map((rule) => areaOf(rule, shopContract));
    expect(new Set(areas).size).toBe(areas.length);
    expect(chosen.every(({ level, tier }) => level === 'free' && tier === 'must')).toBe(true);
    expect(selectRules(shopContract, { profile: 'smoke' })).toEqual(chosen);
    expect(selectRules(labContract, { profile: 'smoke' }).map(({ id }) => id)).toEqual([
      'payment.challenge.required',
      'payment.challenge.scheme',
    ]);
  });

  test('chooses among the selected rules', () => {
    const only = ['payment.challenge.scheme'];
    expect(selectRules(labContract, { profile: 'smoke', only }).map(({ id }) => id)).toEqual(only);
  });
});
