import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Figure } from './figure.ts';
import { install } from './installed.ts';
import { median } from './load.ts';

/**
 * Times generation beside `openapi-typescript` alone on the description of one host.
 *
 * Each full generation is a fresh process without a compile cache: as it is installed, and from the checkout, whose types
 * Node strips first. A change is timed under `generate --watch`.
 */
export async function generation(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tollwright-bench-'));
  const watched = await watch(folder);
  try {
    const installed = install(join(folder, 'installed'));
    const [description = ''] = descriptions();
    const times: Record<'installed' | 'checkout' | 'change' | 'alone', number[]> = {
      installed: [],
      checkout: [],
      change: [],
      alone: [],
    };
    for (let round = 0; round < rounds; round++) {
      const out = (name: string) => ['--out', join(folder, `${name}-${round}`)];
      times.installed.push(seconds([installed, 'generate', '--spec', 'spec', ...out('installed')]));
      times.checkout.push(seconds(['cli/main.ts', 'generate', ...out('checkout')]));
      times.change.push(await watched.change(round));
      times.alone.push(seconds(['node_modules/openapi-typescript/bin/cli.js', description, ...out('types')]));
    }
    const alone = median(times.alone);
    const figure = (what: string, of: readonly number[], atMost: number): Figure => ({
      what,
      ours: `${median(of).toFixed(2)} s`,
      peer: `openapi-typescript alone, one host: ${alone.toFixed(2)} s`,
      value: median(of) / alone,
      aim: { atMost },
    });
    return [
      figure('full generation, cold, installed', times.installed, 3),
      figure('full generation, cold, from the checkout', times.checkout, 3),
      figure('generation after one changed bound, generate --watch', times.change, 1),
    ];
  } finally {
    watched.stop();
    rmSync(folder, { recursive: true });
  }
}

const rounds = 7;

/** Starts `generate --watch` on a copy of the specification and warms it up: what runs first is compiled while it runs. */
async function watch(folder: string) {
  const [spec, out] = [join(folder, 'spec'), join(folder, 'watched')];
  cpSync('spec', spec, { recursive: true });
  const child = spawn(process.execPath, ['cli/main.ts', 'generate', '--watch', '--spec', spec, '--out', out]);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const until = async (wanted: string) => {
    for (let line = await lines.next(); !line.done; line = await lines.next()) if (line.value.includes(wanted)) return;
    throw new Error(`generate --watch ended before it printed "${wanted}".`);
  };
  const file = join(spec, 'schemas/search.yaml');
  const text = readFileSync(file, 'utf8');
  /** Seconds from a changed bound of a schema to the last written file. */
  const change = async (round: number) => {
    const started = performance.now();
    writeFileSync(file, text.replace('maximum: 50', `maximum: ${100 + round}`));
    await until(' written');
    return (performance.now() - started) / 1000;
  };
  await until('Watching');
  for (let round = -5; round < 0; round++) await change(round);
  return { change, stop: () => child.kill('SIGINT') };
}

function descriptions(): string[] {
  return execFileSync('git', ['ls-files', 'generated/openapi/*.json'], { encoding: 'utf8' }).trim().split('\n');
}

function seconds(args: readonly string[]): number {
  const started = performance.now();
  execFileSync(process.execPath, args, { stdio: 'ignore', env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' } });
  return (performance.now() - started) / 1000;
}
