import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DriftReport } from '#conformance/drift/drift.ts';
import { remember } from './history.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollwright-history-'));
});
afterEach(() => rm(folder, { recursive: true }));

const report = (started: string, ...ids: readonly string[]): DriftReport => ({
  drift: 1,
  target: { url: 'http://host.example', host: 'base' },
  started,
  moved: ids.map((id) => ({ kind: 'price', id, text: id })),
  compared: { quotes: 0, 'past charges': 0, limits: 0, 'catalog figures': 0, 'described operations': 0, rules: 0 },
  unseen: [],
  changes: [],
});

test('a history says what is new since the last run and what is as in the release again', async () => {
  const file = join(folder, 'drift.jsonl');
  expect(await remember(file, report('1', 'a', 'b'))).toEqual({ appeared: ['a', 'b'], vanished: [] });
  expect(await remember(file, report('2', 'a', 'b'))).toEqual({ since: '1', appeared: [], vanished: [] });
  expect(await remember(file, report('3', 'b', 'c'))).toEqual({ since: '2', appeared: ['c'], vanished: ['a'] });
});

test('a line that is no history is named by file and number', async () => {
  const file = join(folder, 'drift.jsonl');
  await writeFile(file, '{"moved":1}\n');
  await expect(remember(file, report('1'))).rejects.toThrow(`${file}:1 is not a line of a drift history`);
});
