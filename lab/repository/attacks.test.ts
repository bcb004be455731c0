import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readContract } from '#conformance/contract/contract.ts';
import { hosts } from '#generated/hosts/index.ts';

/** Rows of the page: what went wrong, the tests of the gateway, the rules of the suite. */
const rows = readFileSync('docs/attacks.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!What went wrong)/.test(line))
  .map((line) => {
    const [, what = '', tests = '', rules = ''] = line.split('|').map((cell) => cell.trim());
    return { what, tests: tests.split('<br>'), rules };
  });

describe('the page of attacks', () => {
  test('has the attacks that are known', () => {
    expect(rows.length).toBeGreaterThanOrEqual(20);
  });

  test.each(rows)('names tests that exist: $what', ({ tests }) => {
    for (const text of tests) {
      const [, file = '', name = ''] = /^`(.+?)`: (.+)$/.exec(text) ?? [];
      expect(existsSync(file), text).toBe(true);
      expect(readFileSync(file, 'utf8'), text).toContain(`'${name}'`);
    }
  });

  test('names rules that the suite has, or says that none can be seen', async () => {
    const contracts = await Promise.all(
      Object.keys(hosts).map((host) => readContract(`generated/contracts/${host}.json`)),
    );
    const known = new Set(contracts.flatMap(({ rules }) => rules.map(({ id }) => id)));
    for (const { what, rules } of rows) {
      const named = [...rules.matchAll(/`(.+?)`/g)].map(([, id = '']) => id);
      expect(named.length > 0 || rules === 'not visible from outside', what).toBe(true);
      expect(named.filter((id) => !known.has(id))).toEqual([]);
    }
  });
});
