import type { Run } from '../check/run.ts';
import { oncePer } from '../common/once-per.ts';
import type { Command, ModelMismatch } from './commands.ts';

/** One action on a job. */
export interface Action {
  readonly command: Command;
  /** Calls that it makes one after another. */
  readonly calls: number;
  /** True where its response can show a mismatch. */
  readonly observes: boolean;
  /** True where it should change nothing, so that sequences with it are tried after the others of their length. */
  readonly idle: boolean;
}

/** Milliseconds that a run may spend on shorter sequences, since a slow or very faulty target would take very long. */
const timeLimit = 30_000;

const spent = oncePer((_run: Run) => ({ milliseconds: 0 }));

/**
 * Finds a sequence that breaks a rule with fewer than a number of calls, trying all sequences in the order of their length.
 *
 * fast-check only removes commands from the sequence that it found, so its result need not be the shortest one.
 */
export async function shorten(
  run: Run,
  rule: string,
  fewerThan: number,
  actions: readonly Action[],
  attempt: (sequence: readonly Command[]) => Promise<ModelMismatch | undefined>,
): Promise<ModelMismatch | undefined> {
  const time = spent(run);
  const started = performance.now();
  const before = time.milliseconds;
  for (let length = 1; length < fewerThan; length += 1) {
    const sequences = [...sequencesOf(actions, length)];
    const isIdle = (sequence: readonly Action[]) => sequence.some(({ idle }) => idle);
    for (const sequence of [...sequences.filter((sequence) => !isIdle(sequence)), ...sequences.filter(isIdle)]) {
      time.milliseconds = before + performance.now() - started;
      if (time.milliseconds > timeLimit) return undefined;
      const mismatch = await attempt(sequence.map(({ command }) => command));
      if (mismatch?.rule === rule) return mismatch;
    }
  }
  return undefined;
}

/** All sequences of a length whose last command can show something. */
function* sequencesOf(actions: readonly Action[], length: number): Generator<readonly Action[]> {
  for (const last of actions) {
    if (last.observes) for (const start of sequencesBefore(actions, length - last.calls)) yield [...start, last];
  }
}

function* sequencesBefore(actions: readonly Action[], length: number): Generator<readonly Action[]> {
  if (length === 0) yield [];
  for (const last of actions) {
    if (last.calls <= length) for (const start of sequencesBefore(actions, length - last.calls)) yield [...start, last];
  }
}
