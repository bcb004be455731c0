import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from '@apidevtools/swagger-parser';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { describe, expect, test } from 'vitest';
import { readContract } from '#conformance/contract/contract.ts';
import { tollwright } from '#lab/toolkit/tollwright.ts';

describe('tollwright bundle', () => {
  test('writes a contract that is read as a single file', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'tollwright-bundle-')), 'base.json');
    expect(await tollwright(['bundle', 'contract', 'base', '--out', file])).toMatchObject({ code: 0, stdout: '' });
    expect(JSON.parse(await readFile(file, 'utf8'))).not.toHaveProperty('shared');
    expect(await readContract(file)).toEqual(await readContract('generated/contracts/base.json'));
  });

  test('prints an OpenAPI description without references to other files', async () => {
    const { stdout } = await tollwright(['bundle', 'openapi', 'base']);
    expect(stdout).not.toContain('shared/');
    await expect(validate(JSON.parse(stdout))).resolves.toMatchObject({ openapi: '3.1.0' });
  });

  test.each(['base', 'account'])('prints a description of %s that other tools read without an error', async (host) => {
    const file = join(await mkdtemp(join(tmpdir(), 'tollwright-bundle-')), `${host}.json`);
    expect(await tollwright(['bundle', 'openapi', host, '--out', file])).toMatchObject({ code: 0 });
    const description: OpenAPI3 = JSON.parse(await readFile(file, 'utf8'));
    expect(astToString(await openapiTypescript(description, { silent: true }))).toContain('export interface paths');
    const lint = ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--extends=spec', file];
    execFileSync(process.execPath, lint, { stdio: 'pipe' });
  });

  test('suggests the host that was meant', async () => {
    const { code, stderr } = await tollwright(['bundle', 'contract', 'bass']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean "base"?')]);
  });
});
