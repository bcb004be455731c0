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
  /** Told how far it is. */
  readonly progress: (done: number, verdict: Verdict) => void;
}

/** Tries every chosen mutant; the verdicts come in the order of the tasks. */
export async function prove({ hosts, tasks, workers, progress }: Proof): Promise<readonly Verdict[]> {
  const found = new Map<number, Verdict>();
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
        if (current !== undefined) found.set(current, verdict);
        progress(found.size, verdict);
        next();
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve());
      next();
    });
  await Promise.all(Array.from({ length: Math.min(workers, tasks.length) }, work));
  return [...found.entries()].toSorted(([one], [two]) => one - two).map(([, verdict]) => verdict);
}
