import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { labContract } from '#conformance/testing/lab-contract.ts';
import { type LabGateway, startLabGateway } from '#conformance/testing/lab-gateway.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
let gateway: LabGateway;
let folder: string;
beforeAll(async () => {
  gateway = await startLabGateway();
  folder = await mkdtemp(join(tmpdir(), 'conform-'));
  await writeFile(join(folder, 'lab.json'), JSON.stringify(labContract));
  await writeFile(join(folder, 'target.yaml'), `host: lab\nurl: ${gateway.url}\nsegments: { region: north }\n`);
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

/** Runs the command with the contract and target of the fake gateway. */
function conform(...options: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
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
    execFile(process.execPath, args, { env: { PATH } }, (error, stdout, stderr) =>
      ended({ code: Number(error?.code ?? 0), stdout, stderr }),
    ),
  );
}

describe('tollwright conform', () => {
  test('prints what it found, writes the reports and exits 0 when no rule is broken', async () => {
    const reports = join(folder, 'report');
    const { code, stdout, stderr } = await conform('--report', reports);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('Judging 7 rules at level free') });
    expect(stdout).toContain('2 rules hold');
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

  test('prints JSON for machines', async () => {
    const { stdout } = await conform('--json', '-', '--only', 'payment.challenge.required');
    expect(JSON.parse(stdout)).toMatchObject({
      report: 1,
      target: { host: 'lab' },
      seed: 1,
      summary: { pass: 1, fail: 0 },
    });
  });

  test('exits 2 with one sentence and no stack trace where there is nothing to judge', async () => {
    const { code, stdout, stderr } = await conform('http://127.0.0.1:1');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error http:\/\/127\.0\.0\.1:1 cannot be tested: .* the connection was refused\.\n$/);
  });
});
