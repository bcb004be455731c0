/** The whole proof: every chosen mutant of every host, on several workers. */

import { Worker } from 'node:worker_threads';
import type { Choice } from './task.ts';
import type { Verdict } from './verdict.ts';
import type { WorkerData } from './worker.ts';

/** What is proved. */
export interface Proof {
  /** Contract files. */
  readonly contracts: readonly string[];
  readonly choice: Choice;
  readonly workers: number;
  /** Told how far it is. */
  readonly progress: (done: number, total: number, verdict?: Verdict) => void;
}

/** Tries every chosen mutant; the verdicts come in the order of the mutants. */
export async function prove({ contracts, choice, workers, progress }: Proof): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const contract of contracts) {
    const known = verdicts.length;
    verdicts.push(
      ...(await proveHost({ contract, choice }, workers, (done, total, verdict) =>
        progress(known + done, known + total, verdict),
      )),
    );
  }
  return verdicts;
}

async function proveHost(data: WorkerData, workers: number, progress: Proof['progress']): Promise<readonly Verdict[]> {
  const found = new Map<number, Verdict>();
  let next = 0;
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: data });
      let total = 0;
      let current = -1;
      worker.on('message', (message: number | Verdict) => {
        if (typeof message === 'number') total = message;
        else found.set(current, message);
        progress(found.size, total, typeof message === 'number' ? undefined : message);
        current = next;
        next += 1;
        worker.postMessage(current);
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve());
    });
  await Promise.all(Array.from({ length: workers }, work));
  return [...found.entries()].toSorted(([one], [two]) => one - two).map(([, verdict]) => verdict);
}
