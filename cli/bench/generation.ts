import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './load.ts';
import type { Figure } from './main.ts';

/** Times a full generation in a fresh process without a compile cache, beside `openapi-typescript` alone. */
export async function generation(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tollwright-bench-'));
  try {
    const full: number[] = [];
    const alone: number[] = [];
    const [description] = descriptions();
    for (let round = 0; round < 5; round++) {
      full.push(seconds(['cli/main.ts', 'generate', '--out', join(folder, `round-${round}`)]));
      alone.push(
        seconds(['node_modules/openapi-typescript/bin/cli.js', description ?? '', '-o', join(folder, 'types.ts')]),
      );
    }
    const ours = median(full);
    const peer = median(alone);
    return [
      {
        what: 'full generation, cold (seconds)',
        ours: `${ours.toFixed(2)} s`,
        peer: `openapi-typescript alone, one host: ${peer.toFixed(2)} s`,
        value: ours,
        aim: { atMost: 3 },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
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
