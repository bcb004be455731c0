import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadHosts } from '../hosts.ts';
import type { Figure } from './figure.ts';

/** Weighs the emitted TypeScript and times its type check: every file of it, with all that it imports. */
export async function emitted(): Promise<Figure[]> {
  const files = globSync('generated/**/*.ts');
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const hosts = Object.values(await loadHosts('generated'));
  const operations = new Set(hosts.flatMap(({ routes }) => routes.map(({ operation }) => operation.id))).size;
  const seconds = checking();
  return [
    {
      what: `emitted TypeScript per operation (${operations} operations, ${files.length} files)`,
      ours: `${(bytes / operations).toFixed(0)} B`,
      peer: `${(bytes / 1000).toFixed(0)} kB in all`,
      value: bytes / operations / 1000,
      aim: { atMost: 2.5 },
    },
    {
      what: 'type check of the emitted TypeScript (CPU seconds)',
      ours: `${seconds.toFixed(2)} s`,
      peer: 'strict, exactOptionalPropertyTypes, noUncheckedIndexedAccess',
      value: seconds,
      aim: { atMost: 5 },
    },
  ];
}

/** CPU seconds of a compiler that gets the options of this repository. */
function checking(): number {
  const folder = mkdtempSync(join(tmpdir(), 'tollwright-types-'));
  try {
    const project = join(folder, 'tsconfig.json');
    const typeRoots = [resolve('node_modules/@types')];
    const config = {
      extends: resolve('tsconfig.json'),
      // Each measurement begins from nothing.
      compilerOptions: { typeRoots, incremental: false, tsBuildInfoFile: null },
      include: [resolve('generated')],
    };
    writeFileSync(project, JSON.stringify(config));
    const report = 'process.on("exit", () => console.log(JSON.stringify(process.cpuUsage())))';
    const preload = `data:text/javascript,${encodeURIComponent(report)}`;
    const args = ['--import', preload, 'node_modules/typescript/bin/tsc', '-p', project];
    const { user, system }: NodeJS.CpuUsage = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    return (user + system) / 1e6;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
