import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Gateway, startGateway } from '#gateway/start.ts';

const run = promisify(execFile);

/** A user's own project with the packed packages, and beside it what they depend on. */
let project: string;
let gateway: Gateway;
const host = 'base';

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'embedding-'));
  project = join(folder, 'project');
  await run(process.execPath, ['cli/build.ts', join(folder, 'dist')]);
  for (const [built, name] of [
    ['runtime', '@tollwright/runtime'],
    ['tollwright', 'tollwright'],
  ] as const) {
    const installed = join(project, 'node_modules', name);
    await mkdir(installed, { recursive: true });
    const packing = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: join(folder, 'dist', built),
      maxBuffer: 10_000_000,
    });
    const [{ filename }] = JSON.parse((await packing).stdout);
    await run('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
  }
  // What npm would install besides is here already; the registry is not asked.
  const vitest = fileURLToPath(import.meta.resolve('vitest/package.json'));
  await symlink(resolve(dirname(vitest), '..'), join(folder, 'node_modules'));
  await writeFile(
    join(project, 'package.json'),
    JSON.stringify({ name: 'a-users-own', private: true, type: 'module' }),
  );
  gateway = await startGateway({ host, port: 0 });
}, 120_000);
afterAll(async () => {
  await gateway.close();
  await rm(dirname(project), { recursive: true });
});

/** Runs a command in the project; a failing one is no error. */
async function inProject(args: readonly string[]): Promise<{ stdout: string; code: number }> {
  return run(process.execPath, [...args], { cwd: project, env: { ...process.env, NODE_OPTIONS: '' } }).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    ({ stdout, code }) => ({ stdout, code }),
  );
}

/** Ten lines, as a user writes them. */
const suite = (url: string) => `
import { conformance } from 'tollwright/conformance';

conformance({
  host: '${host}',
  url: '${url}',
  level: 'free',
  area: ['search'],
});
`;

async function vitest(url: string) {
  await writeFile(join(project, 'gateway.test.js'), suite(url));
  const command = join(dirname(fileURLToPath(import.meta.resolve('vitest/package.json'))), 'vitest.mjs');
  await inProject([command, 'run', '--root', project, '--reporter=json', '--outputFile=result.json']);
  return JSON.parse(await readFile(join(project, 'result.json'), 'utf8'));
}

describe('the packed package, in an empty project', () => {
  test('judges a gateway in ten lines of vitest', async () => {
    expect(suite('').trim().split('\n').length).toBeLessThanOrEqual(10);
    expect(await vitest(gateway.url)).toMatchObject({ success: true, numPassedTests: 1 });
  });

  test('fails on a deployment that is none', async () => {
    expect(await vitest('http://127.0.0.1:9')).toMatchObject({ success: false });
  });

  test('brings the client, the validators and the contracts', async () => {
    await writeFile(
      join(project, 'client.js'),
      `import { createClient } from 'tollwright/client';
       import { hosts } from 'tollwright/hosts';
       import { SearchRequest } from 'tollwright/schemas';
       import contract from 'tollwright/contracts/${host}.json' with { type: 'json' };
       const client = createClient({ host: hosts.${host}, baseUrl: '${gateway.url}' });
       const search = [{ query: 'kites' }, { query: 'kites', max_results: 51 }];
       const accepted = search.map((request) => SearchRequest.safeParse(request).success);
       console.log((await client.getHealth()).status, contract.contract, ...accepted);`,
    );
    expect((await inProject(['client.js'])).stdout.trim()).toBe('200 1 true false');
  });

  test('types what it exports', async () => {
    await writeFile(
      join(project, 'typed.ts'),
      `import { createClient, type Client } from 'tollwright/client';
       import { conformance, type ConformanceOptions } from 'tollwright/conformance';
       import { hosts } from 'tollwright/hosts';
       import { SearchRequest } from 'tollwright/schemas';
       export const results: number = SearchRequest.parse({ query: 'kites' }).max_results;
       export const options: ConformanceOptions = { host: '${host}', url: 'https://gateway.example' };
       export const client = (host = hosts.${host}): Client | undefined => host && createClient({ host, baseUrl: '' });
       // @ts-expect-error a budget is text
       export const wrong = () => createClient({ host: hosts.${host}, baseUrl: '', budget: 1 });
       export { conformance };`,
    );
    const tsc = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024'];
    const { stdout, code } = await inProject([tsc, ...flags, '--types', 'node', 'typed.ts']);
    expect([stdout, code]).toEqual(['', 0]);
  });

  test('has the command', async () => {
    const main = join('node_modules', 'tollwright', 'cli', 'main.js');
    const judged = await inProject([
      main,
      'conform',
      gateway.url,
      '--host',
      host,
      '--level',
      'free',
      '--area',
      'search',
    ]);
    expect(judged.code).toBe(0);
    expect((await inProject([main, 'conform-client', '--list'])).stdout).toContain('amount-one-more');
  });
});
