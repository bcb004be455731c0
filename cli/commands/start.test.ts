import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tollwright } from '../testing/run.ts';

let report = '';
beforeAll(async () => {
  report = await mkdtemp(join(tmpdir(), 'tollwright-start-'));
});
afterAll(() => rm(report, { recursive: true }));

describe('start', () => {
  test('finds nothing broken on the gateway of each way to pay, and writes a report of each', async () => {
    const { code, stdout, stderr } = await tollwright(['start', '--once', '--port', '0', '--report', report]);
    expect({ code, broken: stdout.match(/^fail .*/gm) ?? [], error: stderr.match(/^error .*/m) }).toEqual({
      code: 0,
      broken: [],
      error: null,
    });
    for (const host of await readdir(report)) {
      expect(await readdir(join(report, host))).toEqual(
        expect.arrayContaining(['index.html', 'junit.xml', 'report.json']),
      );
    }
  }, 300_000);
});
