/** Tools of other people that read our OpenAPI descriptions. They are installed in a folder of their own, without scripts. */

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { readOpenapi } from '@tollwright/runtime/operation/openapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Hosts whose descriptions differ most: paid per call, by key, and the smallest. */
const hosts = ['base', 'account', 'arc'];

/** A tool: the packages that are installed, and the arguments of Node that read a description. */
interface Reader {
  readonly name: string;
  readonly version: string;
  /** Further packages of the same version. */
  readonly beside?: readonly string[];
  readonly reads: (file: string, out: string) => readonly string[];
}

const asModule = (code: string): readonly string[] => ['--input-type=module', '-e', code];

const readers: readonly Reader[] = [
  {
    name: '@hey-api/openapi-ts',
    version: '0.99.0',
    reads: (file, out) => ['node_modules/@hey-api/openapi-ts/bin/run.js', '-i', file, '-o', out],
  },
  {
    name: 'orval',
    version: '8.38.0',
    reads: (file, out) => ['node_modules/orval/dist/bin/orval.mjs', '--input', file, '--output', `${out}.ts`],
  },
  {
    name: '@kubb/cli',
    version: '4.39.3',
    beside: ['@kubb/core', '@kubb/plugin-oas', '@kubb/plugin-ts'],
    // Kubb prints most errors and ends with exit code 0.
    reads: (file, out) =>
      asModule(`
        import { safeBuild } from '@kubb/core';
        import { pluginOas } from '@kubb/plugin-oas';
        import { pluginTs } from '@kubb/plugin-ts';
        const output = { path: ${JSON.stringify(out)}, format: false, lint: false };
        const plugins = [pluginOas({ validate: true }), pluginTs()];
        const input = { path: ${JSON.stringify(file)} };
        const { error, failedPlugins } = await safeBuild({ config: { root: '.', input, output, plugins } });
        if (error) throw error;
        for (const failed of failedPlugins) throw failed.error;
      `),
  },
  {
    name: '@scalar/openapi-parser',
    version: '0.29.22',
    reads: (file) =>
      asModule(`
        import { readFileSync } from 'node:fs';
        import { validate } from '@scalar/openapi-parser';
        const { valid, errors } = await validate(readFileSync(${JSON.stringify(file)}, 'utf8'));
        if (!valid) throw new Error(JSON.stringify(errors));
      `),
  },
  {
    // The parser of Swagger UI.
    name: 'swagger-client',
    version: '3.39.0',
    reads: (file) =>
      asModule(`
        import { readFileSync } from 'node:fs';
        import SwaggerClient from 'swagger-client';
        const { resolve } = SwaggerClient.default ?? SwaggerClient;
        const { errors } = await resolve({ spec: JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8')) });
        if (errors.length > 0) throw new Error(JSON.stringify(errors));
      `),
  },
];

const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-readers-'));
  for (const host of hosts) {
    await writeFile(
      join(folder, `${host}.json`),
      JSON.stringify(readOpenapi(pathToFileURL(`generated/openapi/${host}.json`))),
    );
  }
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(readers)('$name', ({ name, version, beside = [], reads }) => {
  test('reads each description without an error', async ({ skip }) => {
    const cwd = join(folder, name.replaceAll(/\W/g, '-'));
    await mkdir(cwd);
    await writeFile(join(cwd, 'package.json'), '{ "private": true, "type": "module" }');
    const packages = [...[name, ...beside].map((each) => `${each}@${version}`), 'typescript@5.9.3'];
    const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', ...packages];
    const installed = await run('npm', install, { cwd }).catch((error: Error) => error);
    if (installed instanceof Error) {
      process.stderr.write(`${name} could not be installed: ${installed.message.slice(0, 300)}\n`);
      skip('the registry does not have it');
    }
    for (const host of hosts) {
      const ended = await run(process.execPath, reads(join(folder, `${host}.json`), host), { cwd }).catch(
        (error: Error) => error,
      );
      expect(ended instanceof Error ? ended.message : '').toBe('');
    }
  });
});
