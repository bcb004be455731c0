import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Figure } from './figure.ts';
import { install } from './installed.ts';
import { median } from './load.ts';

/**
 * Times a full generation in a fresh process without a compile cache, as it is installed and from the checkout, whose types
 * Node strips first; beside `openapi-typescript` alone.
 */
export async function generation(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tollwright-bench-'));
  try {
    const installed = install(join(folder, 'installed'));
    const full: number[] = [];
    const checkout: number[] = [];
    const alone: number[] = [];
    const [description] = descriptions();
    for (let round = 0; round < 5; round++) {
      full.push(seconds([installed, 'generate', '--spec', 'spec', '--out', join(folder, `installed-${round}`)]));
      checkout.push(seconds(['cli/main.ts', 'generate', '--out', join(folder, `checkout-${round}`)]));
      alone.push(
        seconds(['node_modules/openapi-typescript/bin/cli.js', description ?? '', '-o', join(folder, 'types.ts')]),
      );
    }
    const peer = `openapi-typescript alone, one host: ${median(alone).toFixed(2)} s`;
    const cold = (how: string, times: readonly number[]): Figure => ({
      what: `full generation, cold, ${how} (seconds)`,
      ours: `${median(times).toFixed(2)} s`,
      peer,
      value: median(times),
      aim: { atMost: 2 },
    });
    return [cold('installed', full), cold('from the checkout', checkout), await regeneration(folder)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Times `generate --watch` from one changed bound of a schema to its last written file, once it is warm. */
async function regeneration(folder: string): Promise<Figure> {
  const [spec, out] = [join(folder, 'spec'), join(folder, 'watched')];
  cpSync('spec', spec, { recursive: true });
  const child = spawn(process.execPath, ['cli/main.ts', 'generate', '--watch', '--spec', spec, '--out', out]);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const until = async (wanted: string) => {
    for (let line = await lines.next(); !line.done; line = await lines.next()) if (line.value.includes(wanted)) return;
    throw new Error(`generate --watch ended before it printed "${wanted}".`);
  };
  try {
    await until('Watching');
    const file = join(spec, 'schemas/search.yaml');
    const text = readFileSync(file, 'utf8');
    const times: number[] = [];
    for (let round = 1; round <= 8; round++) {
      const started = performance.now();
      writeFileSync(file, text.replace('maximum: 50', `maximum: ${50 + round}`));
      await until(' written');
      times.push((performance.now() - started) / 1000);
    }
    // The first rounds are slower: what they run is compiled while it runs.
    const warm = median(times.slice(3));
    const peer = 'one bound changed, generate --watch';
    return {
      what: 'generation after a change (seconds)',
      ours: `${warm.toFixed(2)} s`,
      peer,
      value: warm,
      aim: { atMost: 0.3 },
    };
  } finally {
    child.kill('SIGINT');
  }
}

function descriptions(): string[] {
  return execFileSync('git', ['ls-files', 'generated/openapi/*.json'], { encoding: 'utf8' }).trim().split('\n');
}

function seconds(args: readonly string[]): number {
  const started = performance.now();
  execFileSync(process.execPath, args, { stdio: 'ignore', env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' } });
  return (performance.now() - started) / 1000;
}
