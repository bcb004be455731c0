import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Proxy as ServingProxy, startProxy } from '#lab/toolkit/proxy.ts';
import { tollwright } from '#lab/toolkit/tollwright.ts';
import { type OtherService, startGateway } from '../start.ts';

/** A new project with its gateway, and a front before it that can break every response. */
let project: string;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let front: ServingProxy;
let isBroken = false;
beforeAll(async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'ci-')));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  project = join(folder, 'project');
  expect(await tollwright(['init', project])).toMatchObject({ code: 0 });
  await writeCommands(join(folder, 'bin'));
  const { service }: { service: OtherService } = await import(pathToFileURL(join(project, 'gateway.ts')).href);
  const { hosts } = await import(pathToFileURL(join(project, 'generated/hosts/index.ts')).href);
  gateway = await startGateway({ host: hosts.gateway, service, port: 0 });
  front = await startProxy(gateway.url, async (request, forward) => {
    const response = await forward(request);
    return isBroken ? { ...response, headers: { ...response.headers, 'content-type': 'text/plain' } } : response;
  });
});
afterAll(async () => {
  await front.close();
  await gateway.close();
  await rm(resolve(project, '..'), { recursive: true });
});

/** Commands of runners: the packages are here already, and the tests of packages install them. */
async function writeCommands(folder: string): Promise<void> {
  const commands = {
    npm: ':',
    npx: 'exec "$@"',
    tollwright: `exec ${process.execPath} ${resolve('cli/main.ts')} "$@"`,
  };
  await mkdir(folder);
  for (const [name, line] of Object.entries(commands)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${line}\n`);
    await chmod(join(folder, name), 0o755);
  }
}

/** Runs steps one after the other, each in a shell as a runner starts it, and ends with the first that fails. */
async function runSteps(shell: readonly string[], steps: readonly string[]): Promise<{ code: number; stdout: string }> {
  const [program = '', ...options] = shell;
  const path = [resolve(project, '..', 'bin'), process.env.PATH].join(delimiter);
  const { GITHUB_STEP_SUMMARY: _, ...own } = process.env;
  const env = { ...own, PATH: path, DEPLOYMENT_URL: front.url, GITHUB_STEP_SUMMARY: join(project, 'step-summary.md') };
  let stdout = '';
  for (const step of steps) {
    const file = join(project, '..', 'step.sh');
    // The templates limit the rate for real deployments. Nobody else calls this gateway, so the test needs no limit.
    await writeFile(file, step.replace('--rate 10 ', '--rate 10000 '));
    const child = spawn(program, [...options, file], { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    const [code] = await once(child, 'close');
    if (code !== 0) return { code, stdout };
  }
  return { code: 0, stdout };
}

const Workflow = z.object({
  jobs: z.object({ conform: z.object({ steps: z.array(z.object({ run: z.string().optional() })) }) }),
});
const Pipeline = z.object({ conform: z.object({ script: z.array(z.string()) }) });

/** The steps of each template, in the shell of its runner. */
const runners = {
  '.github/workflows/conform.yml': async () => {
    const { jobs } = Workflow.parse(load(await readFile(join(project, '.github/workflows/conform.yml'), 'utf8')));
    const steps = jobs.conform.steps.flatMap(({ run }) => run ?? []);
    return runSteps(['bash', '-e'], steps);
  },
  '.gitlab-ci.yml': async () => {
    const { conform } = Pipeline.parse(load(await readFile(join(project, '.gitlab-ci.yml'), 'utf8')));
    return runSteps(['bash', '-e', '-o', 'pipefail'], [conform.script.join('\n')]);
  },
};

describe.each(Object.entries(runners))('%s', (_, run) => {
  test('judges a deployment, prints only news, and fails where a rule began to fail', async () => {
    isBroken = false;
    await rm(join(project, 'report'), { recursive: true, force: true });
    const first = await run();
    expect(first).toEqual({ code: 0, stdout: expect.stringMatching(/^✓ .* passed/m) });
    expect(await readdir(join(project, 'report/conform'))).toEqual(
      expect.arrayContaining(['badge.svg', 'index.html', 'junit.xml', 'report.json', 'summary.md']),
    );
    expect(await run()).toEqual({ code: 0, stdout: '' });
    isBroken = true;
    expect(await run()).toEqual({ code: 1, stdout: expect.stringContaining('began to fail') });
    expect(await readFile(join(project, 'step-summary.md'), 'utf8')).toContain('## ❌ Conformance of gateway');
  });
});
