import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readContract } from '#conformance/contract/contract.ts';
import { hosts } from '#generated/hosts/index.ts';
import { faults } from '#lab/faults/index.ts';
import { mutantsOf } from '#lab/mutants/all.ts';
import { isAsserted } from '#lab/prove/trial.ts';
import { recipesOf } from '#lab/repository/testing/recipes.ts';
import { tollwright } from '#lab/toolkit/tollwright.ts';
import { makeFolder, project } from '../testing/recipe.ts';

describe('prove', () => {
  test('catches every mutant of a sample, or says why no check can', async () => {
    const { stdout, stderr } = await tollwright(['prove', '--sample', '15', '--seed', '7', '--json', '-']);
    expect(stderr).toContain('mutants tried, 0 survived');
    const { survivors, total } = JSON.parse(stdout);
    expect(survivors.map(({ host, id }: { host: string; id: string }) => `${host} ${id}`)).toEqual([]);
    expect(total.mutants).toBeGreaterThan(0);
    // Some tens of seconds where nothing else runs.
  }, 300_000);

  test('refuses a host that there is none of', async () => {
    const { code, stderr } = await tollwright(['prove', '--host', 'nowhere']);
    expect(code).toBe(2);
    expect(stderr).toContain('There is no host "nowhere".');
  });
});

test('the mutants of a contract have distinct ids, the same in every run', async () => {
  const contract = await readContract('generated/contracts/base.json');
  const ids = mutantsOf(contract).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(mutantsOf(contract).map(({ id }) => id)).toEqual(ids);
});

test('every asserted rule has a mutant of its own', async () => {
  const contracts = await Promise.all(Object.keys(hosts).map((id) => readContract(`generated/contracts/${id}.json`)));
  const broken = new Set(faults.map(({ rule }) => rule));
  for (const { rule } of contracts.flatMap(mutantsOf)) broken.add(rule.id);
  const held = contracts.flatMap(({ rules }) => rules.filter(isAsserted));
  expect(held.length).toBeGreaterThan(1000);
  expect([...new Set(held.map(({ id }) => id))].filter((id) => !broken.has(id))).toEqual([]);
});

test('a host of a project that takes keys, and gives calls away, is broken in both', async () => {
  const folder = await makeFolder();
  try {
    const recipes = recipesOf(await readFile('docs/recipes.md', 'utf8'));
    const { files = [] } = recipes.find(({ title }) => title === 'Some calls free, then paid') ?? {};
    const withKeys = files.map(({ path, text: written }) => ({
      path,
      text: written.replace('free-calls:', 'keys: true\nfree-calls:'),
    }));
    await project(folder, withKeys);
    const generated = join(folder, 'generated');
    const gateway = `import { simulate } from ${JSON.stringify(resolve('cli/simulate/service.ts'))};
export const service = await simulate({}, 'gateway', ${JSON.stringify(generated)});
`;
    await writeFile(join(folder, 'gateway.ts'), gateway);
    const only = ['--only', 'account.key.*', 'payment.free-calls'];
    const { stdout } = await tollwright(['prove', '--generated', generated, ...only, '--json', '-']);
    const verdicts: readonly { id: string; outcome: { verdict: string } }[] = JSON.parse(stdout).verdicts;
    expect(verdicts.map(({ id, outcome }) => `${id} ${outcome.verdict}`)).toEqual([
      'account.key.unknown/access killed',
      'payment.free-calls/access killed',
      'payment.free-calls/access-2 killed',
      'payment.free-calls/access-3 killed',
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 120_000);

let report: string;
beforeAll(async () => {
  report = await mkdtemp(join(tmpdir(), 'stopped-'));
});
afterAll(() => rm(report, { recursive: true }));

/** Waits for the first line of a file. */
async function firstLine(folder: string, name: string): Promise<void> {
  for await (const { filename } of watch(folder)) {
    if (filename === name && (await readFile(join(folder, name), 'utf8')).includes('\n')) return;
  }
}

test('Ctrl-C during tollwright prove ends it with what was tried until then, and exit code 2', async () => {
  const found = firstLine(report, 'verdicts.jsonl');
  const child = spawn(
    process.execPath,
    ['cli/main.ts', 'prove', '--host', 'test', '--workers', '1', '--report', report],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  await found;
  child.kill('SIGINT');
  const [code, signal] = await once(child, 'close');
  const [stdout] = await printed;

  expect({ code, signal }).toEqual({ code: 2, signal: null });
  expect(stdout).toMatch(/Ended early: \d+ of \d+ mutants were not tried\./);
  const written = JSON.parse(await readFile(join(report, 'prove.json'), 'utf8'));
  const lines = (await readFile(join(report, 'verdicts.jsonl'), 'utf8')).trim().split('\n');
  expect(written.partial).toMatch(/^Ended early: /);
  expect(written.verdicts).toEqual(lines.map((line) => JSON.parse(line)));
  expect(written.verdicts.length).toBeGreaterThan(0);
  expect(await readFile(join(report, 'index.html'), 'utf8')).toContain(written.partial);
  // Contracts are read and the first mutant is tried: seconds, and more where much else runs.
}, 120_000);
