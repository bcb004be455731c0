import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fullReport } from '../testing/full-report.ts';
import { historyOf, readOwnPast, readPast } from './history.ts';
import type { Report, RuleResult } from './report.ts';

const base = { kind: 'protocol', summary: '', area: '', statements: [], tier: 'must' } as const;

function run(day: number, verdict: RuleResult['verdict'], history?: Report['history']): Report {
  const { history: _, ...rest } = fullReport;
  const started = `2026-01-0${day}T00:00:00.000Z`;
  return { ...rest, started, results: [{ ...base, rule: 'a', verdict }], ...(history && { history }) };
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'history-'));
  await mkdir(join(folder, 'later'));
  await writeFile(join(folder, 'later', 'report.json'), JSON.stringify(run(2, 'fail')));
  await writeFile(join(folder, 'first.json'), JSON.stringify(run(1, 'pass')));
  await writeFile(join(folder, 'other.json'), '{"report": 2}');
});
afterAll(() => rm(folder, { recursive: true }));

describe('historyOf', () => {
  test('lists every change over the reports of a folder, oldest first', async () => {
    const history = historyOf(await readPast(folder, 'lab'), run(3, 'pass'));
    expect(history).toEqual({
      since: '2026-01-01T00:00:00.000Z',
      runs: 3,
      changes: [
        { rule: 'a', from: 'pass', to: 'fail', at: '2026-01-02T00:00:00.000Z' },
        { rule: 'a', from: 'fail', to: 'pass', at: '2026-01-03T00:00:00.000Z' },
      ],
    });
  });

  test('continues the history of the report in the same folder', async () => {
    const first = historyOf(await readOwnPast(join(folder, 'later'), 'lab'), run(3, 'pass'));
    await writeFile(join(folder, 'later', 'report.json'), JSON.stringify(run(3, 'pass', first)));
    const second = historyOf(await readOwnPast(join(folder, 'later'), 'lab'), run(4, 'fail'));
    expect(second).toMatchObject({ since: '2026-01-02T00:00:00.000Z', runs: 3 });
    expect(second?.changes.map(({ to }) => to)).toEqual(['pass', 'fail']);
  });

  test('is empty for a first run and for another host', async () => {
    expect(historyOf([], run(1, 'pass'))).toBeUndefined();
    expect(await readOwnPast(join(folder, 'later'), 'elsewhere')).toEqual([]);
    await expect(readPast(folder, 'elsewhere')).rejects.toThrow('There is no earlier report of host "elsewhere"');
  });
});
