import { describe, expect, test } from 'vitest';
import { readContract } from '#conformance/contract.ts';
import { mutantsOf } from '#conformance/mutants/all.ts';
import { tollwright } from '../testing/run.ts';

describe('prove', () => {
  test('catches every mutant of a sample, or says why nobody can', async () => {
    const { stdout, stderr } = await tollwright(['prove', '--sample', '15', '--seed', '7', '--json', '-']);
    expect(stderr).toContain('mutants tried, 0 survive');
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
