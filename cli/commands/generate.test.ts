import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { UsageError } from '../failure.ts';
import { register } from './generate.ts';

const spec = fileURLToPath(new URL('../../generators/fixtures/tiny', import.meta.url));

describe('generate', () => {
  let parent: string;
  let once: string;
  let out: string;

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'tollwright-generate-'));
    once = join(parent, 'once');
    await run('--out', once);
  });

  beforeEach(async () => {
    out = join(parent, 'out');
    await rm(out, { recursive: true, force: true });
    await cp(once, out, { recursive: true, preserveTimestamps: true });
  });

  test('writes nothing the second time', async () => {
    const before = await stat(join(out, 'types/responses.ts'));
    const { exit, text } = await run('--out', out);
    expect({ exit, text }).toEqual({
      exit: 0,
      text: expect.stringMatching(/\d+ files in .*: 0 written, 0 removed, in \d+\.\d+ s\.\n$/),
    });
    expect((await stat(join(out, 'types/responses.ts'))).mtimeMs).toBe(before.mtimeMs);
  });

  test('writes the same bytes into any folder', async () => {
    const other = join(parent, 'other');
    await run('--out', other);
    const names = await files(once);
    expect(await files(other)).toEqual(names);
    for (const name of names) {
      expect((await readFile(join(other, name))).equals(await readFile(join(once, name))), name).toBe(true);
    }
  });

  test('finds nothing when it only checks what it wrote', async () => {
    const { exit, text } = await run('--out', out, '--check');
    expect({ exit, text }).toEqual({ exit: 0, text: expect.stringMatching(/are up to date/) });
  });

  test('finds a stale, a missing and an orphaned file when it only checks, and leaves them', async () => {
    await writeFile(join(out, 'types/responses.ts'), 'edited by hand');
    await writeFile(join(out, 'left.ts'), '');
    await rm(join(out, 'rules.md'));

    const { exit, text } = await run('--out', out, '--check');
    expect(exit).toBe(1);
    expect(text).toContain('  stale     rules.md\n  stale     types/responses.ts\n  orphaned  left.ts\n');
    expect(text).toContain('2 stale, 1 orphaned');
    expect(await readFile(join(out, 'types/responses.ts'), 'utf8')).toBe('edited by hand');
  });

  test('limits the files of hosts to those that are asked for', async () => {
    const [first = ''] = await hosts(once);
    await rm(out, { recursive: true });
    const { exit } = await run('--out', out, '--host', first);
    expect(exit).toBe(0);
    expect(await hosts(out)).toEqual([first]);
    expect(await readdir(join(out, 'targets'))).toEqual([`${first}.yaml`]);
    expect(await readdir(out)).toEqual(await readdir(once));
  });

  test('tells what it did as JSON', async () => {
    await writeFile(join(out, 'left.ts'), '');
    const { text } = await run('--out', out, '--json');
    expect(JSON.parse(text)).toMatchObject({ diagnostics: [], written: [], stale: [], orphaned: ['left.ts'] });
  });

  test('reports every mistake of the specification and writes nothing', async () => {
    const broken = join(parent, 'broken');
    await cp(spec, broken, { recursive: true });
    await writeFile(join(broken, 'service.yaml'), 'service: [');

    const { exit, text } = await run('--spec', broken, '--out', join(parent, 'never'));
    expect(exit).toBe(1);
    expect(text).toMatch(/service\.yaml:1:\d+ - error/);
    expect(text).toContain('nothing was written');
    await expect(stat(join(parent, 'never'))).rejects.toThrow();
  });

  test.each([
    ['an unknown host', ['--host', 'nowhere'], /no host "nowhere"/],
    ['a missing spec folder', ['--spec', 'nowhere'], /no folder "nowhere"/],
    ['a folder that was not generated', ['--out', spec], /not generated/],
  ])('refuses %s', async (_, args, message) => {
    await expect(run(...args)).rejects.toThrow(message);
  });

  test('calls an unknown host wrong usage', async () => {
    await expect(run('--host', 'nowhere')).rejects.toThrow(UsageError);
  });
});

/** Runs the command as the command line does and returns what it printed. */
async function run(...args: string[]): Promise<{ exit: number; text: string }> {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => lines.push(`${line}\n`));
  const program = new Command().exitOverride();
  register(program);
  try {
    await program.parseAsync(['generate', '--spec', spec, ...args], { from: 'user' });
    return { exit: Number(process.exitCode ?? 0), text: lines.join('') };
  } finally {
    process.exitCode = 0;
    log.mockRestore();
  }
}

async function files(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
}

async function hosts(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'contracts'));
  return names.filter((name) => name.endsWith('.json')).map((name) => name.replace('.json', ''));
}

test('tollwright generate --watch writes what one changed file changes, reports a mistake, and ends on Ctrl-C', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-watch-'));
  const [spec, out] = [join(folder, 'spec'), join(folder, 'out')];
  await cp('generators/fixtures/tiny', spec, { recursive: true });
  const child = spawn(process.execPath, ['cli/main.ts', 'generate', '--watch', '--spec', spec, '--out', out]);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const until = async (wanted: RegExp) => {
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      if (wanted.test(line.value)) return line.value;
    }
    throw new Error(`The command ended before it printed ${wanted}.`);
  };
  await until(/^Watching /);

  const file = join(spec, 'schemas/language.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('enum: [plain, formal]', 'enum: [plain, formal, poetic]'));
  expect(await until(/ changed /)).toBe('schemas/language.yaml changed ...');
  expect(await until(/written/)).toMatch(/: [1-9]\d? written, 0 removed, in \d+\.\d+ s\.$/);
  expect(await readFile(join(out, 'schemas/language.ts'), 'utf8')).toContain('poetic');

  await writeFile(file, text.replace('enum: [plain, formal]', 'enum: 7'));
  expect(await until(/nothing was written/)).toContain('1 error');

  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([0, null]);
});
