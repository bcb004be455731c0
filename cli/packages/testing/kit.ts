import { access, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Gateway, startGateway } from '#gateway/start.ts';
import { originOf } from '../../origin.ts';
import { installedWith, nativeCompiler, olderNode, sizeOf } from './installed.ts';
import { type CommandResult, execute } from './packed.ts';

/** Megabytes that the kit may take when it is installed. */
const maxMegabytes = 150;

/** Runs a module in the project. */
const inProject = (args: readonly string[]): Promise<CommandResult> => execute(process.execPath, args, project);

/** A project in which the packed packages are installed. */
let project: string;
let gateway: Gateway;
const host = 'base';

/** Ten lines, as a user writes them. */
const suite = (url: string) => `
import { conformance } from 'tollwright/conformance';

conformance({
  host: '${host}',
  contract: 'node_modules/tollwright/generated/contracts/${host}.json',
  url: '${url}',
  level: 'free',
  area: ['search'],
});
`;

async function vitest(url: string) {
  await writeFile(join(project, 'gateway.test.js'), suite(url));
  const command = join('node_modules', 'vitest', 'vitest.mjs');
  await inProject([command, 'run', '--root', project, '--reporter=json', '--outputFile=result.json']);
  return JSON.parse(await readFile(join(project, 'result.json'), 'utf8'));
}

/** Tests what the packed kit offers to a project in which it is installed. */
export function testKit(installed: () => string): void {
  describe('the packed package, in an empty project', () => {
    beforeAll(async () => {
      project = join(dirname(installed()), 'kit');
      await mkdir(project);
      await symlink(join(installed(), 'node_modules'), join(project, 'node_modules'));
      await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
      gateway = await startGateway({ host, port: 0 });
    });
    afterAll(() => gateway.close());
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

    test('comes with its licence and its pages, and says of its origin what the repository does', async () => {
      const own = JSON.parse(await readFile('package.json', 'utf8'));
      for (const [name, directory] of [['tollwright'], ['@tollwright/runtime', 'runtime']] as const) {
        const folder = join(project, 'node_modules', name);
        const { license, repository } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
        expect([license, repository]).toEqual([own.license, originOf(own, '.', directory).repository]);
        expect(await readFile(join(folder, 'LICENSE'), 'utf8')).toBe(await readFile('LICENSE', 'utf8'));
      }
      const pages = (await readFile('README.md', 'utf8')).matchAll(/\]\((docs\/[a-z-]+\.md)\)/g);
      for (const [, page = ''] of pages) await access(join(project, 'node_modules/tollwright', page));
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
      const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024'];
      const { stdout, code } = await inProject([nativeCompiler, ...flags, '--types', 'node', 'typed.ts']);
      expect([stdout, code]).toEqual(['', 0]);
    });

    test(`has less than ${maxMegabytes} MB installed, without a test runner`, async () => {
      const megabytes = await sizeOf(await installedWith('tollwright', project), project);
      console.log(`The kit and its dependencies take ${megabytes.toFixed(0)} MB.`);
      expect(megabytes).toBeLessThan(maxMegabytes);
    });

    test('says in a sentence that an older Node lacks what it needs', async () => {
      const node = await olderNode();
      if (node === undefined)
        return console.log('Not tried with an older Node: the path has none of version 20 to 23.');
      const command = join('node_modules', 'tollwright', 'cli', 'main.js');
      const { code, stderr } = await execute(node, [command, 'check'], project);
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/^error tollwright needs Node 24 or later, .* check\n$/),
      ]);
    });

    test('compares descriptions by the bundled command, and brings the licences of what is in it', async () => {
      const main = join('node_modules', 'tollwright', 'cli', 'main.js');
      for (const maximum of [50, 40]) {
        const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum } }];
        const get = { parameters, responses: { 200: { description: 'Found' } } };
        const document = { openapi: '3.1.0', info: { title: 'Finds', version: '1' }, paths: { '/finds': { get } } };
        await writeFile(join(project, `${maximum}.json`), JSON.stringify(document));
      }
      const { code, stdout, stderr } = await inProject([main, 'diff', '50.json', '40.json', '--format', 'html']);
      expect([code, stdout], stderr).toEqual([1, expect.stringContaining('<article class="breaking">')]);
      expect(stdout).toContain('limit=41');
      const folder = join(project, 'node_modules/tollwright/cli/commands/diff');
      expect(await readFile(join(folder, 'LICENSES'), 'utf8')).toMatch(/^ajv \(MIT\)\n\nThe MIT License/m);
    });

    test('has the command', async () => {
      const main = join('node_modules', 'tollwright', 'cli', 'main.js');
      const judged = await inProject([
        main,
        'conform',
        gateway.url,
        '--host',
        host,
        '--generated',
        'tollwright',
        '--level',
        'free',
        '--area',
        'search',
      ]);
      expect(judged.code).toBe(0);
      expect((await inProject([main, 'conform-client', '--list', '--generated', 'tollwright'])).stdout).toContain(
        'amount-one-more',
      );
    });
  });
}
