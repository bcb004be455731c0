import { spawnSync } from 'node:child_process';
import { median } from './load.ts';
import { quiet } from './openapi/peers.ts';

/** Seconds that runs of a command of Node took. */
export interface Times {
  readonly args: readonly string[];
  /** Pattern of its output where it found the changes: a peer that refuses a description is fast. */
  readonly prints: RegExp;
  /** The words of its verdict, where `prints` has a group for them. */
  verdict?: string | undefined;
  /** Of processors, which other work on the machine hardly changes. */
  readonly cpu: number[];
  readonly clock: number[];
  /** Megabytes of memory at the highest. */
  readonly peaks: number[];
}

/** A command that was not run yet. */
export function timesOf(args: readonly string[], prints: RegExp): Times {
  return { args, prints, cpu: [], clock: [], peaks: [] };
}

/** Runs commands in some rounds, after one to warm up; throws where one does not print what it should. */
export function inRounds(commands: readonly Times[], rounds: number): void {
  const report = `import { writeSync } from 'node:fs';
    process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())));`;
  for (let round = 0; round <= rounds; round++) {
    for (const command of commands) {
      const { args, prints, cpu, clock, peaks } = command;
      const started = performance.now();
      // A peer that finds what is breaking says so by its exit code.
      const { output } = spawnSync(process.execPath, ['--import', `data:text/javascript,${report}`, ...args], {
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
        env: quiet,
        maxBuffer: 100_000_000,
      });
      const printed = `${output[1]}${output[2]}`;
      const found = prints.exec(printed);
      if (!found) throw new Error(`${args[0]} did not print ${prints}: ${printed.slice(0, 500)}`);
      command.verdict = found[1];
      const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(String(output[3]));
      if (round === 0) continue;
      cpu.push((userCPUTime + systemCPUTime) / 1e6);
      peaks.push(maxRSS / 1000);
      clock.push((performance.now() - started) / 1000);
    }
  }
}

/** The medians of runs. */
export function shownTimes({ cpu, clock }: Times): string {
  return `${median(cpu).toFixed(2)} s of CPU, ${median(clock).toFixed(2)} s`;
}
