import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readContract } from '#conformance/contract/contract.ts';
import { matrixOf } from './matrix.ts';
import { prove } from './prove.ts';
import { chooseTasks } from './task.ts';
import { renderMatrix, showProof } from './terminal.ts';
import type { Verdict } from './verdict.ts';

const contract = 'generated/contracts/test.json';
const verdict: Verdict = {
  ...{ host: 'shop', id: 'sell.path/path', operator: 'path', rule: 'sell.path', description: 'another path' },
  ...{ outcome: { verdict: 'survived', detail: 'pass', also: [] }, seconds: 1 },
};

test('keeps what it has found when it is ended early', async () => {
  const tasks = chooseTasks([await readContract(contract)], { sample: 3, seed: 1, faults: [] });
  const stop = new AbortController();
  const found: Verdict[] = [];
  const onVerdict = (each: Verdict) => {
    found.push(each);
    stop.abort();
  };
  const verdicts = await prove({ hosts: { test: { contract } }, tasks, workers: 1, stop: stop.signal, onVerdict });
  expect(tasks.length).toBeGreaterThan(verdicts.length);
  expect(verdicts).toEqual(found);
});

test('counts no kill by a rule that fails on the unbroken gateway as well', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prove-'));
  try {
    await cp('generated/contracts', folder, { recursive: true });
    const schemas = join(folder, 'shared/schemas.json');
    const text = await readFile(schemas, 'utf8');
    // The gateway accepts up to 2.
    await writeFile(
      schemas,
      text.replace(/("ChatTemperature": .*"maximum": )2/, (_, before) => `${before}3`),
    );
    const files = { contract: join(folder, 'test.json') };
    const tasks = chooseTasks([await readContract(files.contract)], {
      only: ['create-chat-completion.temperature.maximum'],
      seed: 1,
      faults: [],
    });
    const none = { stop: new AbortController().signal, onVerdict: () => {} };
    const [right, wrong] = [{ contract }, files].map((test) => prove({ hosts: { test }, tasks, workers: 1, ...none }));
    expect((await right)?.map(({ outcome }) => outcome.verdict)).toEqual(['killed', 'killed']);
    const unbroken = /^create-chat-completion\.temperature\.maximum fails on the unbroken gateway as well/;
    const outcome = expect.objectContaining({ verdict: 'survived', detail: expect.stringMatching(unbroken) });
    expect((await wrong)?.map((each) => each.outcome)).toEqual([outcome, outcome]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('says of a matrix that is not whole that it is not', () => {
  expect(renderMatrix(matrixOf([verdict], 'Ended early.'))).toContain('Ended early.');
});

test('prints a line of progress at intervals where lines cannot be overwritten', () => {
  const lines: string[] = [];
  const progress = showProof({ write: (text) => lines.push(text) }, 250);
  for (let count = 0; count < 250; count += 1) progress.add(verdict);
  progress.end();
  expect(lines).toEqual([
    'Trying 250 mutants\n',
    '100/250 mutants tried, 100 survived\n',
    '200/250 mutants tried, 200 survived\n',
    '250/250 mutants tried, 250 survived\n',
  ]);
});
