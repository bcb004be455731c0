import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGateway } from '#gateway/start.ts';
import { changeField } from '#lab/toolkit/requests.ts';
import { tollwright } from '#lab/toolkit/tollwright.ts';
import { blocksOf, markedBlocks } from './testing/markdown.ts';

const run = promisify(execFile);
const readme = await readFile('README.md', 'utf8');

test('the README has at most 120 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});

test('the two commands are scripts of the package', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
  const commands = blocksOf('README.md', 'sh').map((text) => /^npm ci && npm (\w+)\n$/.exec(text)?.[1] ?? text);
  expect(commands).toEqual(['start', 'test']);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...commands, 'test:all']));
});

test.each(markedBlocks('README.md', 'excerpt'))('the README quotes %s as it is', async (file, text) => {
  expect(await readFile(file, 'utf8')).toContain(text);
});

describe('the server and the client', () => {
  const files = markedBlocks('README.md', 'file');
  let folder: string;
  beforeAll(async () => {
    // Below the repository, where packages are found by their names.
    await mkdir('report', { recursive: true });
    folder = await mkdtemp(join('report', 'readme-'));
    await symlink(resolve('generated'), join(folder, 'generated'));
    for (const [name, text] of files) await writeFile(join(folder, name), text);
    await writeFile(join(folder, 'tsconfig.json'), '{ "extends": "../../tsconfig.json", "include": ["*.ts"] }');
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.each(files)('%s has about 15 lines', (_, text) => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(16);
  });

  test('are compiled strictly', async () => {
    const compiler = 'node_modules/typescript-native/bin/tsc';
    const compiled = await run(process.execPath, [compiler, '--noEmit', '--incremental', 'false', '-p', folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(compiled.stdout).toBe('');
  });

  test('sell and buy a call', async () => {
    const key = generatePrivateKey();
    const env = { ...process.env, PAYER_KEY: key, PAYER_ADDRESS: privateKeyToAddress(key) };
    const server = join(folder, 'server.ts');
    await writeFile(server, (await readFile(server, 'utf8')).replace('8402', '0'));
    const child = spawn(process.execPath, [server], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [line] = await once(child.stdout, 'data');
      const [url = ''] = /http:\/\/[\d.:]+/.exec(`${line}`) ?? [];
      const client = join(folder, 'client.ts');
      await writeFile(client, (await readFile(client, 'utf8')).replace('http://127.0.0.1:8402', url));
      const { stdout } = await run(process.execPath, [client], { env });
      expect(stdout).toMatch(/^Nothing about tollwright\. 0x\w{64}\n0\.13225 USD\n$/);
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  });
});

test('the finding is what the suite prints about such a gateway', async () => {
  const finding = (blocksOf('README.md', 'text')[0] ?? '').trimEnd().split('\n');
  const accepting = changeField(['search'], 'max_results', (value) => (value === 51 ? 50 : value));
  const gateway = await startGateway({ host: 'base', port: 0, controlToken: 'token-of-a-test' }, accepting);
  try {
    const control = ['--level', 'controlled', '--control', `${gateway.controlUrl}`, '--yes'];
    const only = ['--only', 'search.max-results.maximum', '--seed', '1'];
    const { code, stdout } = await tollwright(['conform', gateway.url, '--host', 'base', ...control, ...only], {
      CONTROL_TOKEN: 'token-of-a-test',
    });
    expect(code).toBe(1);
    const printed = stdout
      .replaceAll(gateway.url, 'http://127.0.0.1:8402')
      .replaceAll(`${gateway.controlUrl}`, 'http://127.0.0.1:8403')
      .split('\n');
    expect(printed.filter((line) => finding.includes(line))).toEqual(finding);
  } finally {
    await gateway.close();
  }
});
