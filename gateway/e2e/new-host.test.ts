import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readOpenapi } from '@tollwright/runtime/operation/openapi';
import type { Services } from '@tollwright/runtime/pipeline/services';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { conform } from '#conformance/conform.ts';
import { readContract } from '#conformance/contract/contract.ts';
import { builtIn, receivers } from '#gateway/built-in.ts';
import { startGateway } from '#gateway/start.ts';

const home = process.cwd();

/** A copy of the specification, in a project of its own. */
let copy: string;
beforeAll(async () => {
  copy = await realpath(await mkdtemp(join(tmpdir(), 'init-')));
  await cp('spec', join(copy, 'spec'), { recursive: true });
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
  await writeFile(join(copy, 'package.json'), '{ "type": "module" }');
  process.chdir(copy);
});
afterAll(async () => {
  process.chdir(home);
  await rm(copy, { recursive: true });
});

async function run(name: string, ...args: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(`${line}`));
  const program = new Command().exitOverride();
  const { register }: { register(program: Command): void } = await import(`../../cli/commands/${name}.ts`);
  register(program);
  try {
    await program.parseAsync([name, ...args], { from: 'user' });
    return printed.join('\n');
  } finally {
    log.mockRestore();
  }
}

const optimism = ['--host', 'optimism', '--network', 'eip155:10', '--operations', 'chat,search,images'];

describe('init', () => {
  test('adds a host of chosen operations, with what they need, in one command and at most 25 lines', async () => {
    await run('init', ...optimism);
    const files = ['spec/hosts/optimism.yaml', 'spec/networks/optimism-usdc.yaml'].map((file) =>
      readFileSync(file, 'utf8'),
    );
    expect(files.join('').trimEnd().split('\n').length).toBeLessThanOrEqual(25);
    for (const needed of ['poll-image', 'list-models', 'get-openapi']) expect(files[0]).toContain(`- ${needed}\n`);
    // Official clients do not list the asset of this network.
    expect(await run('check')).toMatch(/warning asset-unlisted: (.|\n)*^0 errors, 1 warning;/m);
    expect(await run('generate')).toContain('files in generated');
  });

  test('gives a host that conforms at the first try', async () => {
    const { hosts } = await import(pathToFileURL(join(copy, 'generated/hosts/index.ts')).href);
    const { host, handlers, ...own } = builtIn(hosts.optimism, 1);
    // The built-in handler reads the description from the folder that is generated here.
    const body = readOpenapi(pathToFileURL(join(copy, 'generated/openapi/optimism.json')));
    const describe = { 'get-openapi': () => ({ status: 200, body }) };
    const service = { ...own, handlers: (services: Services) => ({ ...handlers(services), ...describe }) };
    const token = 'token-of-a-test';
    const gateway = await startGateway({
      host,
      service: { ...service, control: { receivers } },
      port: 0,
      controlToken: token,
    });
    try {
      const report = await conform({
        contract: await readContract('generated/contracts/optimism.json'),
        host: 'optimism',
        target: 'generated/targets/optimism.yaml',
        url: gateway.url,
        level: 'controlled',
        control: { url: gateway.controlUrl ?? '', token },
      });
      expect(report.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([]);
      expect(report.summary.pass).toBeGreaterThan(200);
    } finally {
      await gateway.close();
    }
  });

  test('never writes over a file, and never waits for an answer without a terminal', async () => {
    await expect(run('init', ...optimism)).rejects.toThrow('There is spec/hosts/optimism.yaml already.');
    await expect(run('init', 'spec')).rejects.toThrow('spec is not empty');
    await mkdir('empty');
    expect(await run('init', 'empty')).toContain('host gateway on eip155:84532');
  });

  test.each([
    [['new', '--network', 'eip155:1'], 'The USDC contract of the network "eip155:1" is not known.'],
    [['new', '--host', 'Not An Id'], '"Not An Id" cannot be the id of a host.'],
    [['new', '--operations', 'chat'], 'Name the specification that has these operations with --from'],
    [['new', '--from', 'tollwright'], 'Name what the host sells with --operations'],
    [['new', '--from', 'tollwright', '--empty', '--operations', 'chat'], '--from and --empty make different projects.'],
    [['new', '--price', '0.01'], '--price is the price of an API: name its description with --openapi.'],
    [['--operations', 'telepathy'], 'No operation, area or word of an operation\'s id is "telepathy".'],
    [[], 'Name the folder of the project'],
  ])('refuses %j', async (args, message) => {
    await expect(run('init', ...args)).rejects.toThrow(message);
  });
});

test('a project without operations says only how calls are paid', async () => {
  expect(await run('init', 'bare', '--empty')).toContain('2 operations');
  expect(await run('check', '--spec', 'bare/spec')).toMatch(/^0 errors, 0 warnings;/);
});

test('a project extends a specification by the name of its package', async () => {
  await run('init', 'seller', '--from', 'tollwright', ...optimism);
  expect(readFileSync('seller/spec/extends.yaml', 'utf8')).toContain('extends: tollwright\n');
  expect(readFileSync('seller/handlers/create-chat-completion.ts', 'utf8')).toContain(
    "Handlers['create-chat-completion']",
  );
  const contract = await readContract('seller/generated/contracts/optimism.json');
  expect(contract.operations.map(({ id }) => id)).toContain('poll-image');
});
