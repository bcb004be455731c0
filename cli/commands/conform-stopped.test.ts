import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { labContract } from '#conformance/testing/lab-contract.ts';
import { startLabGateway } from '#conformance/testing/lab-gateway.ts';

const PAYER_KEY = `0x${'1'.repeat(64)}` as const;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stopped-'));
});
afterAll(() => rm(folder, { recursive: true }));

function start(args: readonly string[]): ChildProcessByStdio<null, Readable, Readable> {
  const { PATH } = process.env;
  return spawn(process.execPath, args, { env: { PATH, PAYER_KEY }, stdio: ['ignore', 'pipe', 'pipe'] });
}

describe('Ctrl-C during tollwright conform', () => {
  test('ends the run with a report of what was checked and paid, and exit code 2', async () => {
    const balances = new Map([[privateKeyToAddress(PAYER_KEY).toLowerCase(), 1_000_000n]]);
    const gateway = await startLabGateway({ balances, stallsAfter: 2 });
    const contract = join(folder, 'lab.json');
    const target = join(folder, 'target.yaml');
    const report = join(folder, 'report');
    await writeFile(contract, JSON.stringify(labContract));
    await writeFile(target, `host: lab\nurl: ${gateway.url}\nsegments: { region: north }\n`);
    const child = start([
      ...['cli/main.ts', 'conform', '--level', 'paid', '--yes'],
      ...['--contract', contract, '--target', target, '--report', report],
    ]);
    const printed = Promise.all([text(child.stdout), text(child.stderr)]);
    await gateway.stalled;
    child.kill('SIGINT');
    const [code, signal] = await once(child, 'close');
    const [stdout, stderr] = await printed;
    await gateway.close();

    expect({ code, signal }).toEqual({ code: 2, signal: null });
    expect(stderr).toContain('Stopping: the report covers the rules checked so far.');
    expect(stdout).toMatch(/^incomplete The run is incomplete: it was stopped\./);
    expect(stdout).toMatch(/2 payments, 0\.04 USD/);
    const written = JSON.parse(await readFile(join(report, 'report.json'), 'utf8'));
    expect(written).toMatchObject({ stopped: true, partial: 'The run is incomplete: it was stopped.' });
    expect(written.settlements).toHaveLength(2);
    expect(written.results).toHaveLength(labContract.rules.length);
    expect(written.summary.pass).toBeGreaterThan(0);
  });

  test('ends --watch while it waits, with the exit code of the last run', async () => {
    const gateway = await startLabGateway();
    const contract = join(folder, 'watched.json');
    const target = join(folder, 'watched.yaml');
    await writeFile(contract, JSON.stringify(labContract));
    await writeFile(target, `host: lab\nurl: ${gateway.url}\nsegments: { region: north }\n`);
    const child = start([
      ...['cli/main.ts', 'conform', '--level', 'free', '--contract', contract, '--target', target],
      ...['--report', join(folder, 'watched'), '--watch', '1h'],
    ]);
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    const [code, signal] = await once(child, 'close');
    await gateway.close();
    expect({ code, signal }).toEqual({ code: 0, signal: null });
  });

  test('ends the process at once when it comes again', async () => {
    const script = `
      import { stoppable } from './cli/interrupted.ts';
      await stoppable(
        () => console.log('stopping'),
        () => new Promise(() => {
          setInterval(() => {}, 1000);
          console.log('working');
        }),
      );
    `;
    const child = start(['--input-type=module', '--eval', script]);
    const line = async () => String(await once(child.stdout, 'data').then(([chunk]) => chunk)).trim();
    expect(await line()).toBe('working');
    child.kill('SIGINT');
    expect(await line()).toBe('stopping');
    child.kill('SIGINT');
    const [code, signal] = await once(child, 'close');
    expect({ code, signal }).toEqual({ code: null, signal: 'SIGINT' });
  });
});
