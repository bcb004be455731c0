import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSpec } from '#generators/read.ts';
import { tollwright } from '#lab/toolkit/tollwright.ts';
import { largestOfEachKind } from './start.ts';

let report = '';
beforeAll(async () => {
  report = await mkdtemp(join(tmpdir(), 'tollwright-start-'));
});
afterAll(() => rm(report, { recursive: true }));

// The suite itself is run against every host in gateway/e2e/hosts.
describe('start', () => {
  test('finds nothing broken on a gateway that it starts, and writes its report', async () => {
    const command = ['start', '--once', '--host', 'arc', '--port', '0', '--report', report];
    const { code, stdout, stderr } = await tollwright(command);
    expect({ code, broken: stdout.match(/^fail .*/gm) ?? [], error: stderr.match(/^error .*/m) }).toEqual({
      code: 0,
      broken: [],
      error: null,
    });
    expect(await readdir(report)).toEqual(['arc']);
    expect(await readdir(join(report, 'arc'))).toEqual(
      expect.arrayContaining(['index.html', 'junit.xml', 'report.json']),
    );
  });

  test('takes the largest host of each way to pay by default', async () => {
    const { model } = await readSpec('spec');
    expect(model && largestOfEachKind(model)).toEqual(['base', 'account']);
  });
});
