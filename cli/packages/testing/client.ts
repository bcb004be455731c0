import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '#conformance/testing/browser.ts';
import { startTestGateway, type TestGateway } from '#gateway/testing/gateway.ts';
import { installedWith, nativeCompiler, olderNode } from './installed.ts';

const run = promisify(execFile);
const executablePath = findChromium('Purchases in a browser');

/** Megabytes that a runtime and a client may take when installed. */
const maxMegabytes = 15;

/** A project that has nothing but the packed runtime and a generated client. */
let project: string;
let gateway: TestGateway;

const buy = `
import { createClient } from './generated/client/client.ts';
import { hosts } from './generated/hosts/index.ts';
import type { Wallet } from '@tollwright/runtime/client/wallet';

export async function buy(baseUrl: string, wallet: Wallet): Promise<readonly string[]> {
  const { base: host } = hosts;
  if (!host) throw new Error('There is no host base.');
  const client = createClient({ host, baseUrl, wallet, budget: '1' });
  const messages = [{ role: 'user' as const, content: 'Say hello.' }];
  const { data, receipt } = await client.createChatCompletion({ model: 'acme/large', messages });

  let words = '';
  for await (const chunk of client.streamCreateChatCompletion({ model: 'acme/large', messages }))
    words += chunk.choices[0]?.delta.content ?? '';
  let text = '';
  for await (const event of client.streamCreateMessage({ model: 'aria/verse', messages, max_tokens: 16 }))
    if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') text += event.delta.text;
  return [data.object, receipt?.network ?? '', words, text];
}
`;

const main = `
import { keyWallet } from '@tollwright/runtime/client/key-wallet';
import { buy } from './buy.js';

const [, , url, key] = process.argv;
console.log(JSON.stringify(await buy(url, keyWallet(key))));
`;

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
  module: 'nodenext',
  resolveJsonModule: true,
  rewriteRelativeImportExtensions: true,
  rootDir: '.',
  outDir: 'out',
};

/** The generated files that a client imports, directly or through others. */
async function filesOfClient(): Promise<ReadonlySet<string>> {
  const files = new Set(['client/client.ts', 'hosts/index.ts']);
  for (const file of files) {
    if (!file.endsWith('.ts')) continue;
    const text = await readFile(join('generated', file), 'utf8');
    for (const [, path = ''] of text.matchAll(/from '(\.[^']+)'/g)) files.add(posix.join(dirname(file), path));
  }
  return files;
}

const bought = ['chat.completion', 'eip155:8453', expect.stringMatching(/./), expect.stringMatching(/./)];

/** Tests a client in a project that has nothing but the packed runtime. */
export function testClient(installed: () => string): void {
  describe('an empty project with the packed runtime and a generated client', () => {
    beforeAll(async () => {
      project = join(dirname(installed()), 'client');
      gateway = await startTestGateway({ host: 'base' });

      for (const file of await filesOfClient()) {
        await mkdir(dirname(join(project, 'generated', file)), { recursive: true });
        await cp(join('generated', file), join(project, 'generated', file));
      }
      const manifest = { name: 'a-users-own', private: true, type: 'module' };
      await writeFile(join(project, 'package.json'), JSON.stringify(manifest));
      await writeFile(join(project, 'buy.ts'), buy);
      await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['buy.ts'] }));
      // What npm installs for the runtime alone.
      for (const path of await installedWith('@tollwright/runtime', installed())) {
        await mkdir(dirname(join(project, path)), { recursive: true });
        await run('cp', ['-al', join(installed(), path), join(project, path)]);
      }
    });
    afterAll(async () => {
      await gateway?.close();
    });

    test(`has less than ${maxMegabytes} MB installed`, async () => {
      const { stdout } = await run('du', ['-sk', 'node_modules'], { cwd: project });
      const megabytes = Number.parseInt(stdout, 10) / 1024;
      console.log(`The runtime and its dependencies take ${megabytes.toFixed(1)} MB.`);
      expect(megabytes).toBeLessThan(maxMegabytes);
    });

    test('is compiled strictly, the types of its packages too', async () => {
      const { stdout } = await run(process.execPath, [nativeCompiler], { cwd: project }).catch((error) => error);
      expect(stdout).toBe('');
      await writeFile(join(project, 'out/main.js'), main);
    });

    test.each([
      ['the pinned Node', () => process.execPath],
      ['an older Node', olderNode],
    ])('buys from a running gateway in %s', async (_, find) => {
      const node = await find();
      if (node === undefined)
        return console.log('Not tried with an older Node: the path has none of version 20 to 23.');
      const { stdout } = await run(node, ['out/main.js', gateway.url, generatePrivateKey()], { cwd: project });
      expect(JSON.parse(stdout)).toEqual(bought);
    });

    test('is bundled for browsers without anything of Node, and buys', async () => {
      const vite = join(dirname(fileURLToPath(import.meta.resolve('vitest/package.json'))), '../vite/bin/vite.js');
      const lib = { entry: 'out/buy.js', formats: ['es'], fileName: 'buy' };
      const config = JSON.stringify({ build: { lib, outDir: 'bundle', minify: false } });
      await writeFile(join(project, 'vite.config.js'), `export default ${config};`);
      const { stdout, stderr } = await run(process.execPath, [vite, 'build'], { cwd: project });
      expect(stdout + stderr).not.toContain('externalized');
      const bundle = join(project, 'bundle/buy.js');
      expect(await readFile(bundle, 'utf8')).not.toMatch(/\bnode:|\bBuffer\b|\bprocess\.|from ['"]/);

      const account = privateKeyToAccount(generatePrivateKey());
      const { buy } = await import(pathToFileURL(bundle).href);
      expect(await buy(gateway.url, { address: account.address, sign: account.signTypedData })).toEqual(bought);
    });

    test.skipIf(!executablePath)('buys in Chromium from a page of another origin', async () => {
      const bundle = await readFile(join(project, 'bundle/buy.js'));
      const pages = createServer((request, response) => {
        const isScript = request.url === '/buy.js';
        response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
        response.end(isScript ? bundle : '<!doctype html><title>Shop</title>');
      }).listen(0, '127.0.0.1');
      await once(pages, 'listening');
      const address = pages.address();
      const account = privateKeyToAccount(generatePrivateKey());
      const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
      try {
        const page = await browser.newPage();
        await page.exposeFunction('signOutside', (data: string) => account.signTypedData(JSON.parse(data)));
        await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
        const result = await page.evaluate(`import('/buy.js').then(({ buy }) => buy('${gateway.url}', {
        address: '${account.address}',
        sign: (data) => signOutside(JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? String(value) : value))),
      }))`);
        expect(result).toEqual(bought);
      } finally {
        await browser.close();
        pages.close();
      }
    });
  });
}
