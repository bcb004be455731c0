/** A host file that says who is paid and what settles. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTiny, tinyFolder } from '#generators/fixtures/tiny.ts';
import { type Chain, startChain } from '#lab/chain/chain.ts';
import { tollwright } from '#lab/toolkit/tollwright.ts';
import { blocksOf } from './testing/markdown.ts';

const payee = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const key = generatePrivateKey();
const network = {
  network: 'eip155:84532',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  decimals: 6,
  domain: { name: 'USDC', version: '2' },
};

let chain: Chain;
let folder: string;
let generated: string;
beforeAll(async () => {
  chain = await startChain(network);
  await chain.endow(privateKeyToAccount(key).address);
  folder = await mkdtemp(join(tmpdir(), 'host-file-'));
  generated = join(folder, 'generated');
  await cp(tinyFolder, join(folder, 'spec'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const quay = join(folder, 'spec/hosts/quay.yaml');
  await writeFile(quay, `${await readFile(quay, 'utf8')}settlement: { payee: "${payee}", rpc: "${chain.url}" }\n`);
  const made = await tollwright(['generate', '--spec', join(folder, 'spec'), '--out', generated]);
  expect(made.code, made.stderr).toBe(0);
});
afterAll(async () => {
  await chain.close();
  await rm(folder, { recursive: true });
});

test('serve settles as the host file says', async () => {
  const options = ['--generated', generated, '--host', 'quay', '--port', '0'];
  const child = spawn(process.execPath, ['cli/main.ts', 'serve', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SETTLER_KEY: key },
  });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  await expect.poll(() => printed, { timeout: 10_000 }).toMatch(/client/);
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(printed).toContain(`pays      ${payee} on eip155:84532\n`);
  expect(printed).toMatch(/settles {3}on eip155:84532 through 127\.0\.0\.1:\d+, from 0x/);
});

describe('check', () => {
  test('takes the settlement of the guide', () => {
    const [settlement = ''] = blocksOf('docs/settlement.md', 'yaml');
    const { model, diagnostics } = readTiny({ 'hosts/quay.yaml': ['auth: x402\n', `auth: x402\n${settlement}`] });
    expect(diagnostics).toEqual([]);
    expect(model?.hosts.map(({ host }) => host.settlement?.payee)).toContain(payee);
  });

  test.each([
    ['payee: "0x1234"', 'Expected 0x and 40 hexadecimal digits, found "0x1234".'],
    ['rpc: node.example', 'Expected a URL such as `https://node.example`, without a password, found "node.example".'],
    ['rpc: [https://node.example, node.example]', 'Expected a URL such as'],
    ['rpc: "https://user:password@node.example"', 'without a password'],
    ['key: "0x01"', 'Unknown key "key".'],
  ])('reports { %s }', (written, message) => {
    const { diagnostics } = readTiny({ 'hosts/quay.yaml': ['auth: x402', `auth: x402\nsettlement: { ${written} }`] });
    expect(diagnostics.map((each) => each.message).join()).toContain(message);
  });
});
