import { describe, expect, test } from 'vitest';
import { readContract } from '#conformance/contract/contract.ts';
import { hosts } from '#generated/hosts/index.ts';
import { faults } from '#lab/faults/index.ts';
import { mutantsOf } from '#lab/mutants/all.ts';
import { isAsserted } from '#lab/prove/trial.ts';
import { tollwright } from '#lab/toolkit/tollwright.ts';

describe('prove', () => {
  test('catches every mutant of a sample, or says why nobody can', async () => {
    const { stdout, stderr } = await tollwright(['prove', '--sample', '15', '--seed', '7', '--json', '-']);
    expect(stderr).toContain('mutants tried, 0 survived');
    const { survivors, total } = JSON.parse(stdout);
    expect(survivors.map(({ host, id }: { host: string; id: string }) => `${host} ${id}`)).toEqual([]);
    expect(total.mutants).toBeGreaterThan(0);
    // Some tens of seconds where nothing else runs.
  }, 300_000);

  test('refuses a host that there is none of', async () => {
    const { code, stderr } = await tollwright(['prove', '--host', 'nowhere']);
    expect(code).toBe(2);
    expect(stderr).toContain('There is no host "nowhere".');
  });
});

test('the mutants of a contract have distinct ids, the same in every run', async () => {
  const contract = await readContract('generated/contracts/base.json');
  const ids = mutantsOf(contract).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(mutantsOf(contract).map(({ id }) => id)).toEqual(ids);
});

test('every asserted rule has a mutant of its own', async () => {
  const contracts = await Promise.all(Object.keys(hosts).map((id) => readContract(`generated/contracts/${id}.json`)));
  const broken = new Set(faults.map(({ rule }) => rule));
  for (const { rule } of contracts.flatMap(mutantsOf)) broken.add(rule.id);
  const held = contracts.flatMap(({ rules }) => rules.filter(isAsserted));
  expect(held.length).toBeGreaterThan(1000);
  expect([...new Set(held.map(({ id }) => id))].filter((id) => !broken.has(id))).toEqual([]);
});
