import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import { afterEach, describe, expect, test } from 'vitest';
import { conform } from '#conformance/conform.ts';
import { startGateway } from '#gateway/start.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** Compiles the emitted code with a text replaced: the contract that the suite reads stays right. */
async function sabotaged(file: string, right: string, wrong: string): Promise<HostDefinition> {
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-sabotage-'));
  folders.push(folder);
  await cp('generated', join(folder, 'generated'), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');

  const path = join(folder, 'generated', file);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(right);
  await writeFile(path, text.replaceAll(right, wrong));
  const { hosts } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'generated/hosts/index.ts')).href);
  return hosts.base;
}

async function failedRules(host: HostDefinition, only: string): Promise<string[]> {
  const gateway = await startGateway({ host: 'base', port: 0 }, (parts) => ({ ...parts, host }));
  try {
    const contract = 'generated/contracts/base.json';
    const report = await conform({ contract, host: 'base', url: gateway.url, level: 'free', only: [only] });
    return report.results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
  } finally {
    await gateway.close();
  }
}

describe('conform', () => {
  test('catches a compiled calculator with a wrong amount', async () => {
    const host = await sabotaged('prices/search.ts', 'results * 26250 + 1000', 'results * 26250 + 1001');
    expect(await failedRules(host, 'search.*')).toContain('search.price.amount');
  });

  test('catches a compiled validator with a wrong bound', async () => {
    const host = await sabotaged('validators/images.ts', 'if (n > 10)', 'if (n > 11)');
    expect(await failedRules(host, 'generate-image.n.*')).toContain('generate-image.n.maximum');
  });
});
