import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { labContract } from '#conformance/testing/lab-contract.ts';
import { type LabGateway, startLabGateway } from '#conformance/testing/lab-gateway.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const PAYER_KEY = `0x${'1'.repeat(64)}` as const;
let gateway: LabGateway;
let folder: string;
beforeAll(async () => {
  const balances = new Map([[privateKeyToAddress(PAYER_KEY).toLowerCase(), 1_000_000n]]);
  gateway = await startLabGateway({ balances });
  folder = await mkdtemp(join(tmpdir(), 'conform-'));
  await writeFile(join(folder, 'lab.json'), JSON.stringify(labContract));
  await writeFile(join(folder, 'target.yaml'), `host: lab\nurl: ${gateway.url}\nsegments: { region: north }\n`);
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

/** Runs the command with the contract and target of the fake gateway. */
function conform(...options: string[]): ReturnType<typeof conformWith> {
  return conformWith({}, ...options);
}

function conformWith(
  secrets: NodeJS.ProcessEnv,
  ...options: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const args = [
    main,
    'conform',
    '--contract',
    join(folder, 'lab.json'),
    '--target',
    join(folder, 'target.yaml'),
    ...options,
  ];
  const { PATH } = process.env;
  return new Promise((ended) =>
    execFile(process.execPath, args, { env: { PATH, ...secrets } }, (error, stdout, stderr) =>
      ended({ code: Number(error?.code ?? 0), stdout, stderr }),
    ),
  );
}

describe('tollwright conform', () => {
  test('prints findings, writes the reports and exits 0 when no rule failed', async () => {
    const reports = join(folder, 'report');
    const { code, stdout, stderr } = await conform('--report', reports);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('Checking 7 rules at level free') });
    expect(stdout).toContain(': 2 passed');
    expect((await readdir(reports)).sort()).toEqual([
      'badge.json',
      'badge.svg',
      'index.html',
      'junit.xml',
      'report.har',
      'report.json',
      'report.sarif',
      'summary.md',
    ]);
  });

  test('prints the JSON report', async () => {
    const { stdout } = await conform('--json', '-', '--only', 'payment.challenge.required');
    expect(JSON.parse(stdout)).toMatchObject({
      report: 1,
      target: { host: 'lab' },
      seed: 1,
      summary: { pass: 1, fail: 0 },
    });
  });

  test('pays only with consent, after it has shown the worst case', async () => {
    const only = ['--only', 'payment.accepted.signature-header', '--max-spend', '0.5'];
    const refused = await conformWith({ PAYER_KEY }, '--level', 'paid', ...only);
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('Worst case: 0.5 USD');
    expect(refused.stderr).toContain('cannot ask for consent without a terminal. Add --yes to allow it');

    const paid = await conformWith({ PAYER_KEY }, '--level', 'paid', '--yes', ...only);
    expect(paid).toMatchObject({ code: 0, stdout: expect.stringMatching(/3 payments, 0\.06 USD[\s\S]*make-forecast/) });
  });

  test('passes with known failures, and fails when they pass', async () => {
    const known = join(folder, 'known.yaml');
    await writeFile(known, '- payment.challenge.scheme\n');
    const { code, stdout } = await conform('--baseline', known);
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('fixed payment.challenge.scheme') });
    await writeFile(known, '- payment.challenge.scheem\n');
    expect(await conform('--baseline', known)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/error .*known\.yaml lists "payment\.challenge\.scheem", .*\n$/),
    });
  });

  test('appends its summary to that of the job, and compares with the last run', async () => {
    const [summary, reports] = [join(folder, 'summary.md'), join(folder, 'twice')];
    await conform('--profile', 'smoke', '--report', reports);
    await conformWith({ GITHUB_STEP_SUMMARY: summary }, '--profile', 'smoke', '--report', reports);
    expect(await readFile(summary, 'utf8')).toContain('## ✅ Conformance of lab');
    const { history } = JSON.parse(await readFile(join(reports, 'report.json'), 'utf8'));
    expect(history).toMatchObject({ runs: 2, changes: [] });
  });

  test('prints only news after its first run, and keeps the history in the report folder', async () => {
    const balances = new Map([[privateKeyToAddress(PAYER_KEY).toLowerCase(), 1_000_000n]]);
    const faulty = await startLabGateway({ balances, fault: 'replay-accepted' });
    const options = ['--level', 'paid', '--yes', '--report', join(folder, 'news'), '--news'];
    const judged = (...more: string[]) => conformWith({ PAYER_KEY }, ...more, ...options);
    const first = await judged();
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining(' passed'), stderr: '' });
    expect(await judged()).toEqual({ code: 0, stdout: '', stderr: '' });
    const third = await judged(faulty.url);
    await faulty.close();
    expect({ code: third.code, stderr: third.stderr }).toEqual({ code: 1, stderr: '' });
    expect(third.stdout).toMatch(/rules? began to fail.* since .* UTC\n {2}fails {2}payment\./);
    const again = await judged();
    expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/again since .*\n {2}passes {2}payment\./) });
    const { history } = JSON.parse(await readFile(join(folder, 'news', 'report.json'), 'utf8'));
    expect(history).toMatchObject({ runs: 4 });
    expect(history.changes.map(({ to }: { to: string }) => to)).toEqual(['fail', 'pass']);
  });

  test('needs a report folder for news', async () => {
    expect(await conform('--watch', '1h')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error .* Name the folder that keeps it with --report\.\n$/),
    });
  });

  test('exits 2 with one sentence and no stack trace when the target is unreachable', async () => {
    const { code, stdout, stderr } = await conform('http://127.0.0.1:1');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/error http:\/\/127\.0\.0\.1:1 cannot be tested: .* the connection was refused\.\n$/);
  });
});
