import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Result, Results } from '../saboteurs/results.ts';
import type { Outcome } from '../strangers/outcome.ts';
import { budgetsOf, Figures, judgedOf, proofOf, sentencesOf, uncheckedRules } from './figures.ts';
import { pageOf } from './page.ts';

const run = {
  stranger: 'inn',
  host: 'base',
  level: 'free',
  seed: 1,
  pass: 9,
  not_testable: 1,
  requests: 5,
  spent_usd: '0',
  seconds: 1,
} as const;
const outcomes: readonly Outcome[] = [
  { ...run, accused: 0 },
  { ...run, seed: 2, accused: 3, pass: 7 },
  { ...run, fault: 'fee-twice', rule: 'price.amount' },
  { ...run, fault: 'fee-never' },
];
const none = { equivalent: 0, open: 0, unobservable: 0 };
const row = { operator: 'bound', mutants: 4, killed: { unpaid: 2, paid: 1, ledger: 0 }, survived: 1, excused: none };
const excused = { ...row, operator: 'path', mutants: 1, killed: { unpaid: 0, paid: 0, ledger: 0 }, survived: 0 };
const matrix = { rows: [row, excused], total: { ...row, operator: 'all', mutants: 5 } };

test('the page counts the worst seed of a healthy gateway and names every fault that was missed', () => {
  const judged = judgedOf('2026-01-02', outcomes);
  expect(judged.healthy).toMatchObject([{ seeds: 2, accused: 3, passed: 7 }]);
  expect(judged.faults).toEqual([{ stranger: 'inn', host: 'base', of: 2, found: 1, missed: ['fee-never'] }]);
  const page = pageOf({ proof: proofOf('2026-01-01', matrix), judged }, []);
  expect(page).toContain('| inn | base | 2 | 1 | fee-never |');
  expect(page).toContain('| bound | 4 | 2 | 1 | 0 | 1 | 75.0 % |');
  expect(page).toContain('| all | 4 | 2 | 1 | 0 | 1 | 75.0 % |');
});

test('a kind of fault of which nothing should be caught has no row', () => {
  expect(proofOf('2026-01-01', matrix).kinds.map(({ kind }) => kind)).toEqual(['bound']);
});

test('a saboteur counts by its first verdict once it was shown', () => {
  const result = { statement: 'core-192', batch: 1, by: [], names: true };
  const results: Results = {
    titles: { ...result, first: 'missed', now: 'found' },
    empty: { ...result, first: 'found', now: 'missed', names: false },
    hidden: { ...result, first: 'not-shown', now: 'not-shown' },
  };
  const sentences = sentencesOf('2026-01-03', results, [
    ...Array(3).fill({ id: 'wrong', batch: 1 }),
    { id: 'empty', batch: 1, breaks: 'It answers nothing.', unfound: 'Nobody asks.' },
    { id: 'other', batch: 2, breaks: 'It answers late.' },
  ]);
  expect(sentences.batches).toMatchObject([
    { batch: 1, written: 4, statements: 1, saboteurs: 2, unshown: 1, first: 1, now: 1, named: 1 },
    { batch: 2, written: 1, saboteurs: 0, unshown: 0 },
  ]);
  const late = sentencesOf(
    '2026-01-03',
    { ...results, hidden: { ...result, first: 'missed', now: 'found', late: true } },
    [],
  );
  expect(late.batches).toMatchObject([{ written: 1, saboteurs: 1, unshown: 0, first: 0, now: 1 }]);
  const left = [{ id: 'empty', batch: 1, breaks: 'It answers nothing.', withdrawn: 'It breaks nothing.' }];
  expect(sentencesOf('2026-01-03', results, left)).toMatchObject({
    batches: [{ first: 1, now: 1, withdrawn: 1, missed: 0 }],
    missed: [],
  });
  const page = pageOf(
    { proof: proofOf('2026-01-01', matrix), judged: judgedOf('2026-01-02', outcomes), sentences },
    [],
  );
  expect(page).toContain('| 1 | 4 | 1 | 2 | 1 | 1 (50.0 %) | 1 | 1 | 0 | 1 |');
  expect(page).toContain('| empty | It answers nothing. | Nobody asks. |');
});

test('the page shows what runs with few requests find, also of what a whole one finds, and a whole run at level controlled', () => {
  const result: Result = { statement: 'core-192', batch: 1, by: [], names: true, first: 'found', now: 'found' };
  const points = [{ requests: 1000, found: ['titles', 'late'] }, { found: ['titles', 'empty'] }];
  const curve = { date: '2026-01-04', seed: 1, sample: ['titles', 'empty', 'hidden', 'late'], points };
  const budgets = budgetsOf(curve, { titles: result, empty: result, late: result });
  const page = pageOf({ proof: proofOf('2026-01-01', matrix), judged: judgedOf('2026-01-02', outcomes), budgets }, []);
  expect(page).toContain(
    '| 1,000 | free | 2 | 50.0 % | 1 (50.0 %) |\n| all | free | 2 | 50.0 % | 2 (100.0 %) |\n| all | controlled | 3 | 75.0 % |  |',
  );
});

test('the page lists the rules for which the suite has no check', () => {
  const rule = { id: 'images.kind', summary: 'An image is a JPG', unobservable: 'It hosts none' };
  const page = pageOf({ proof: proofOf('2026-01-01', matrix), judged: judgedOf('2026-01-02', outcomes) }, [rule]);
  expect(page).toContain('| `images.kind` | An image is a JPG | It hosts none |');
});

test.runIf(existsSync('docs/trust.json'))('docs/trust.md is what its figures give', () => {
  const figures = Figures.parse(JSON.parse(readFileSync('docs/trust.json', 'utf8')));
  expect(readFileSync('docs/trust.md', 'utf8')).toBe(pageOf(figures, uncheckedRules()));
});
