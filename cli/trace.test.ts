import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readContractSync } from '#conformance/contract/contract.ts';
import { readSpec } from '#generators/read.ts';
import { tollwright } from '#lab/toolkit/tollwright.ts';
import { follow } from './trace.ts';

test('trace accounts for every statement of the documents and finds a check for every rule of tier must', async () => {
  const { code, stdout } = await tollwright(['trace', '--json']);
  const { rows, hosts, unaccounted, unchecked } = JSON.parse(stdout);
  expect({ code, unaccounted, unchecked }).toEqual({ code: 0, unaccounted: [], unchecked: [] });
  expect(rows.length).toBeGreaterThan(0);
  expect(hosts.length).toBeGreaterThan(0);
  for (const { host, must, checked, info, none } of hosts) {
    const { rules } = readContractSync(`generated/contracts/${host}.json`);
    const seen = rules.filter((rule) => rule.tier === 'must' && rule.unobservable === undefined);
    expect({ must, checked, info, none }).toEqual({
      must: rules.filter((rule) => rule.tier === 'must').length,
      checked: seen.length,
      info: rules.filter((rule) => rule.tier === 'info').length,
      none: rules.filter((rule) => rule.tier === 'none').length,
    });
  }
});

test('trace follows one statement or rule, and suggests the nearest of an unknown one', async () => {
  const statement = await tollwright(['trace', 'core-186']);
  expect(statement.stdout).toContain('search max_results maximum 50');
  expect(statement.stdout).toMatch(/asserted {2}must on .*base/);
  const [, rule = ''] = /^(\S+\.maximum) /m.exec(statement.stdout) ?? [];
  expect((await tollwright(['trace', rule])).stdout).toContain('core-186');
  const unknown = await tollwright(['trace', `${rule}x`]);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain(`Did you mean "${rule}"?`);
});

test('trace fails when nothing encodes a statement', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-trace-'));
  try {
    await cp('spec', folder, { recursive: true });
    const file = join(folder, 'statements/core/limits.yaml');
    const text = await readFile(file, 'utf8');
    const line = text.split('\n').find((each) => /^ {2}core-/.test(each)) ?? '';
    await writeFile(file, text.replace(line, `${line}\n${line.replace(/core-\d+/, 'core-9999')}`));
    const { code, stdout } = await tollwright(['trace', '--spec', folder, '--unaccounted']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('core-9999') });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a statement is shown with its saboteurs and what found them', async () => {
  const { model } = await readSpec('spec');
  if (!model) throw new Error('The specification has mistakes.');
  const known = { statement: 'core-186', batch: 1, first: 'missed', names: true } as const;
  const lines = follow(model, 'core-186', {
    'search-fifty-one': { ...known, now: 'found', by: ['search.max-results.maximum'] },
    'search-five-hundred': { ...known, now: 'missed', by: [] },
    other: { ...known, statement: 'core-185', now: 'found', by: ['other'] },
  });
  expect(lines?.filter((line) => line.includes('saboteur'))).toEqual([
    '  saboteur  search-fifty-one: found by search.max-results.maximum',
    '  saboteur  search-five-hundred: missed',
  ]);
});
