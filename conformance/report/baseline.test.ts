import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fullReport } from '../testing/full-report.ts';
import { labContract } from '../testing/lab-contract.ts';
import { applyBaseline, readBaseline } from './baseline.ts';
import { countVerdicts, exitCodeOf, type Report, type RuleResult } from './report.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baseline-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string) {
  const path = join(folder, 'known.yaml');
  await writeFile(path, text);
  return readBaseline(path, labContract);
}

describe('readBaseline', () => {
  test('reads rules with and without a reason', async () => {
    const known = await read('- payment.challenge.scheme\n- { rule: payment.challenge.required, reason: ticket 7 }\n');
    expect([...known]).toEqual([
      ['payment.challenge.scheme', 'known failure'],
      ['payment.challenge.required', 'ticket 7'],
    ]);
  });

  test('reads the failures of an earlier report', async () => {
    const results = [
      { rule: 'payment.challenge.scheme', verdict: 'fail', tier: 'must' },
      { rule: 'payment.challenge.message', verdict: 'fail', tier: 'info' },
    ];
    expect([...(await read(JSON.stringify({ report: 1, results }))).keys()]).toEqual(['payment.challenge.scheme']);
  });

  test.each([
    ['- payment.challenge.scheem\n', /which is not a rule of host "lab"\. Did you mean "payment\.challenge\.scheme"/],
    ['just words', /is not a baseline/],
    ['- { rule: }\n- [', /is not a baseline/],
  ])('refuses %j', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  test('rejects a missing file', async () => {
    await expect(readBaseline(join(folder, 'none'), labContract)).rejects.toThrow('There is no baseline');
  });
});

const verdict = fc.constantFrom<RuleResult['verdict']>('pass', 'fail', 'not-testable', 'error');
const runs = fc.uniqueArray(fc.record({ rule: fc.string(), verdict, known: fc.boolean() }), {
  selector: ({ rule }) => rule,
});

describe('applyBaseline', () => {
  test('passes a run with known failures and fails one where they pass', () => {
    fc.assert(
      fc.property(runs, (rules) => {
        const base = { kind: 'protocol', summary: '', area: '', statements: [], tier: 'must' } as const;
        const before = rules.map(({ rule, verdict }): RuleResult => ({ ...base, rule, verdict }));
        const baseline = new Map(rules.filter(({ known }) => known).map(({ rule }) => [rule, 'why']));
        const { results, stale } = applyBaseline(before, baseline);
        const counts = countVerdicts(results);
        const { partial: _, ...whole } = fullReport;
        const report: Report = { ...whole, results, stale, summary: { ...whole.summary, ...counts } };

        expect(counts.fail).toBe(rules.filter(({ verdict, known }) => verdict === 'fail' && !known).length);
        expect(counts.known).toBe(rules.filter(({ verdict, known }) => verdict === 'fail' && known).length);
        expect(stale).toEqual(
          rules.filter(({ verdict, known }) => verdict === 'pass' && known).map(({ rule }) => rule),
        );
        expect(exitCodeOf(report) === 1).toBe(counts.fail > 0 || stale.length > 0);
      }),
    );
  });
});
