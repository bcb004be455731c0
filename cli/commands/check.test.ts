import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tinyFolder } from '#generators/fixtures/tiny.ts';
import { register } from './check.ts';

let printed: string[];

beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((line: unknown) => void printed.push(String(line)));
  process.exitCode = 0;
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
});

async function run(...args: string[]): Promise<{ readonly text: string; readonly exit: typeof process.exitCode }> {
  const program = new Command().exitOverride();
  register(program);
  await program.parseAsync(['check', ...args], { from: 'user' });
  return { text: printed.join('\n'), exit: process.exitCode };
}

async function broken(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spec-'));
  await writeFile(join(folder, 'service.yaml'), 'service: Shop\n');
  return folder;
}

describe('check', () => {
  test('counts the rules of a specification without a mistake', async () => {
    const { text, exit } = await run('--spec', tinyFolder);
    expect(text).toMatch(/^0 errors, 0 warnings; \d+ rules\.$/);
    expect(exit).toBe(0);
  });

  test('prints every mistake and exits 1', async () => {
    const folder = await broken();
    const { text, exit } = await run('--spec', folder);
    await rm(folder, { recursive: true });
    expect(text).toContain('text-malformed');
    expect(text).toContain('key-missing');
    expect(text).toMatch(/5 errors, 0 warnings\.$/);
    expect(exit).toBe(1);
  });

  test('prints JSON', async () => {
    const folder = await broken();
    const { text, exit } = await run('--spec', folder, '--json');
    await rm(folder, { recursive: true });
    expect(JSON.parse(text)).toMatchObject({
      rules: 0,
      diagnostics: [{ code: 'key-missing', severity: 'error', line: 1 }, {}, {}, {}, {}],
    });
    expect(exit).toBe(1);
  });

  test('reports a folder that does not exist', async () => {
    await expect(run('--spec', 'no-such-folder')).rejects.toThrow('There is no folder "no-such-folder",');
  });
});
