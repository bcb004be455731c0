import { expect, test } from 'vitest';
import { shopContract } from '../testing/shop-contract.ts';
import { areaOf, areasOf, operationsOf } from './area.ts';
import { readContractSync } from './contract.ts';

const base = readContractSync('generated/contracts/base.json');

test('a rule of an operation belongs to the area of that operation', () => {
  for (const each of shopContract.rules) {
    const own = shopContract.operations.find(({ id }) => id === each.operation);
    if (own) expect(areaOf(each, shopContract)).toBe(own.area);
  }
});

test('a scenario is about the operations that it calls, and a job about those of its machine', () => {
  const areas = new Map(base.operations.map(({ id, area }) => [id, area]));
  for (const each of base.rules.filter(({ kind }) => kind === 'scenario')) {
    const [first, ...others] = operationsOf(each, base);
    const scenario = base.scenarios.find(({ id }) => id === each.subject);
    expect(JSON.stringify(scenario)).toContain(`"call":"${first}"`);
    expect(areaOf(each, base)).toBe(areas.get(first ?? ''));
    expect(areasOf(each, base)).toEqual([...new Set([first ?? '', ...others].map((id) => areas.get(id)))]);
  }
  const always = base.rules.filter(({ kind }) => kind === 'invariant');
  for (const each of always) {
    const machine = each.subject?.split('.')[0];
    expect(operationsOf(each, base)).toEqual(
      base.operations.filter((operation) => operation.machine?.id === machine).map(({ id }) => id),
    );
  }
  expect(always).not.toEqual([]);
});

test('only rules about every call are left without an area', () => {
  const left = base.rules.filter((each) => areaOf(each, base) === each.kind);
  expect(new Set(left.map(({ kind }) => kind))).toEqual(new Set(['protocol']));
});
