/** The whole proof: every chosen mutant of every host, on several workers. */

import { Worker } from 'node:worker_threads';
import type { Task } from './task.ts';
import type { Verdict } from './verdict.ts';
import type { WorkerData } from './worker.ts';

/** What is proved. */
export interface Proof {
  /** Files of each host's contract and target, by host. */
  readonly hosts: WorkerData;
  readonly tasks: readonly Task[];
  readonly workers: number;
  /** Ends the proof early. */
  readonly stop: AbortSignal;
  /** Told each verdict as it comes. */
  readonly found: (verdict: Verdict) => void;
}

/** Tries every chosen mutant; the verdicts come in the order of the tasks, and are fewer where the proof was ended early. */
export async function prove({ hosts, tasks, workers, stop, found }: Proof): Promise<readonly Verdict[]> {
  const verdicts = new Map<number, Verdict>();
  const queue = tasks.entries();
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: hosts });
      let current: number | undefined;
      const next = () => {
        const { value, done } = queue.next();
        current = value?.[0];
        if (done) worker.postMessage(undefined);
        else worker.postMessage(value[1]);
      };
      worker.on('message', (verdict: Verdict) => {
        if (current !== undefined) verdicts.set(current, verdict);
        found(verdict);
        next();
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve());
      stop.addEventListener('abort', () => void worker.terminate());
      next();
    });
  await Promise.all(Array.from({ length: Math.min(workers, tasks.length) }, work));
  return [...verdicts.entries()].toSorted(([one], [two]) => one - two).map(([, verdict]) => verdict);
}
