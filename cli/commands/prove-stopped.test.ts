import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';

let report: string;
beforeAll(async () => {
  report = await mkdtemp(join(tmpdir(), 'stopped-'));
});
afterAll(() => rm(report, { recursive: true }));

/** Waits for the first line of a file. */
async function firstLine(folder: string, name: string): Promise<void> {
  for await (const { filename } of watch(folder)) {
    if (filename === name && (await readFile(join(folder, name), 'utf8')).includes('\n')) return;
  }
}

test('Ctrl-C during tollwright prove ends it with what was tried until then, and exit code 2', async () => {
  const found = firstLine(report, 'verdicts.jsonl');
  const child = spawn(
    process.execPath,
    ['cli/main.ts', 'prove', '--host', 'test', '--workers', '1', '--report', report],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  await found;
  child.kill('SIGINT');
  const [code, signal] = await once(child, 'close');
  const [stdout] = await printed;

  expect({ code, signal }).toEqual({ code: 2, signal: null });
  expect(stdout).toMatch(/CommandResult early: \d+ of \d+ mutants were not tried\./);
  const told = JSON.parse(await readFile(join(report, 'prove.json'), 'utf8'));
  const lines = (await readFile(join(report, 'verdicts.jsonl'), 'utf8')).trim().split('\n');
  expect(told.partial).toMatch(/^CommandResult early: /);
  expect(told.verdicts).toEqual(lines.map((line) => JSON.parse(line)));
  expect(told.verdicts.length).toBeGreaterThan(0);
  expect(await readFile(join(report, 'index.html'), 'utf8')).toContain(told.partial);
  // Contracts are read and the first mutant is tried: seconds, and more where much else runs.
}, 120_000);
