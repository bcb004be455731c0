import { cp, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { tinyFolder } from '#generators/fixtures/tiny.ts';
import { UsageError } from './failure.ts';
import { findProject, generatedFolder, isBuiltIn, outFolder, specFolder } from './project.ts';

const home = process.cwd();

/** Every command that reads a project, with the arguments that it needs. */
const commands: readonly (readonly string[])[] = [
  ['check'],
  ['generate'],
  ['serve', '--port', '0'],
  ['start', '--once'],
  ['price'],
  ['conform', 'http://127.0.0.1:9', '--host', 'base'],
  ['conform-client', '--list'],
  ['trace'],
  ['prove'],
  ['bundle', 'contract', 'base'],
];

/** A folder without a project, with a project in the folder `project`. */
let empty: string;
let project: string;

beforeAll(async () => {
  empty = await realpath(await mkdtemp(join(tmpdir(), 'project-')));
  project = join(empty, 'project');
  await cp(tinyFolder, join(project, 'spec'), { recursive: true });
  await mkdir(join(project, 'src/deep'), { recursive: true });
});
afterAll(async () => {
  process.chdir(home);
  await rm(empty, { recursive: true });
});

async function run([name, ...args]: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(`${line}`));
  const program = new Command().exitOverride();
  const { register }: { register(program: Command): void } = await import(`./commands/${name}.ts`);
  register(program);
  try {
    await program.parseAsync([name ?? '', ...args], { from: 'user' });
    return printed.join('\n');
  } finally {
    log.mockRestore();
  }
}

describe('outside of any project', () => {
  test.each(commands)('%s says so, and how to name one', async (...command) => {
    process.chdir(empty);
    const refused = run(command);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(/There is no project here: .* "tollwright init", .* --(spec|generated)\.$/);
  });

  test('the built-in service is taken by its name', async () => {
    process.chdir(empty);
    expect(isBuiltIn(generatedFolder({ generated: 'tollwright' }))).toBe(true);
    expect(await run(['price', '--generated', 'tollwright'])).toMatch(/^search /m);
    // It is generated here, not into the package.
    expect(outFolder({ spec: 'tollwright' })).toBe('generated');
  });
});

describe('in a folder of a project', () => {
  test('the nearest folder upward with a specification is the project', async () => {
    process.chdir(join(project, 'src/deep'));
    expect([findProject(), specFolder({})]).toEqual(['../..', '../../spec']);
    expect(await run(['check'])).toMatch(/^0 errors, 0 warnings; \d+ rules\.$/);
  });

  test('what is not generated yet is not taken from elsewhere', async () => {
    process.chdir(project);
    await expect(run(['price'])).rejects.toThrow('There is no folder "generated". Run "tollwright generate"');
  });

  test('its own service is priced, never the built-in one', async () => {
    process.chdir(join(project, 'src'));
    expect(await run(['generate'])).toContain('files in ../generated');
    await expect(run(['bundle', 'contract', 'base'])).rejects.toThrow('Known hosts: counter, quay.');
    expect(JSON.parse(await run(['trace', '--json']))).toMatchObject({ unaccounted: [] });
  });

  test.each(['--spec', '--generated'])('%s names another folder, which has to exist', async (option) => {
    process.chdir(project);
    const command = option === '--spec' ? 'check' : 'price';
    await expect(run([command, option, 'nowhere'])).rejects.toThrow('There is no folder "nowhere", nor a package');
  });
});
