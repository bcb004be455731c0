import { Tinypool } from 'tinypool';
import type { HostFiles, Task } from './task.ts';
import { type Catching, catchingOf, type FalseAlarms, withoutFalseKills } from './unbroken.ts';
import type { Verdict } from './verdict.ts';

/** Options of a proof. */
export interface Proof {
  /** Files of each host, by its id. */
  readonly hosts: Readonly<Record<string, HostFiles>>;
  readonly tasks: readonly Task[];
  readonly workers: number;
  /** Ends the proof early. */
  readonly stop: AbortSignal;
  /** Gets each verdict as it comes. */
  readonly onVerdict: (verdict: Verdict) => void;
}

/**
 * Tries every chosen mutant; the verdicts come in the order of the tasks, and are fewer where the proof was ended early.
 *
 * At the end it tries the rules that caught mutants on unbroken gateways as well: a kill by a rule that fails there does
 * not count.
 */
export async function prove({ hosts, tasks, workers, stop, onVerdict }: Proof): Promise<readonly Verdict[]> {
  const threads = Math.min(workers, tasks.length);
  const pool = new Tinypool({
    filename: new URL('./worker.ts', import.meta.url).href,
    runtime: 'worker_threads',
    minThreads: threads,
    maxThreads: threads,
  });
  const end = () => void pool.destroy();
  stop.addEventListener('abort', end);

  const verdictOf = async (task: Task): Promise<Verdict | undefined> => {
    try {
      const verdict: Verdict = await pool.run({ task, files: hosts[task.host] });
      onVerdict(verdict);
      return verdict;
    } catch (error) {
      // A destroyed pool rejects its unfinished tasks.
      if (stop.aborted) return undefined;
      throw error;
    }
  };

  const judged = (catching: Catching): Promise<FalseAlarms> =>
    pool.run({ catching, files: hosts[catching.host] }, { name: 'judgeUnbroken' });

  try {
    const tried = await Promise.all(tasks.map(verdictOf));
    const verdicts = tried.filter((verdict) => verdict !== undefined);
    if (stop.aborted) return verdicts;
    return withoutFalseKills(verdicts, await Promise.all(catchingOf(verdicts).map(judged)));
  } finally {
    stop.removeEventListener('abort', end);
    await pool.destroy();
  }
}
