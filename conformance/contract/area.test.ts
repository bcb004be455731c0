import { expect, test } from 'vitest';
import { shopContract } from '../testing/shop-contract.ts';
import { areaOf, areasOf, operationsOf } from './area.ts';
import { readContractSync } from './contract.ts';

const base = readContractSync('generated/contracts/base.json');

function rule(id: string) {
  const found = base.rules.find((each) => each.id === id);
  if (!found) throw new Error(`There is no rule ${id}.`);
  return found;
}

test('a rule of an operation belongs to the area of that operation', () => {
  for (const each of shopContract.rules) {
    const own = shopContract.operations.find(({ id }) => id === each.operation);
    if (own) expect(areaOf(each, shopContract)).toBe(own.area);
  }
});

test('a scenario belongs to the areas of what it calls, and a job to those of its operations', () => {
  expect(areasOf(rule('portrait-in-video.best'), base)).toEqual(['characters', 'video']);
  expect(areaOf(rule('image-job.always.failed'), base)).toBe('images');
  expect(operationsOf(rule('image-job.always.failed'), base)).toEqual(['generate-image', 'poll-image']);
});

test('only rules about every call are left without an area', () => {
  const left = base.rules.filter((each) => areaOf(each, base) === each.kind);
  expect(new Set(left.map(({ kind }) => kind))).toEqual(new Set(['protocol']));
});
