import type { Run } from '../check/check.ts';
import { oncePer } from '../check/once-per.ts';
import type { Breach, Command } from './commands.ts';

/** One thing that can be done to a job. */
export interface Letter {
  readonly command: Command;
  /** Calls that it makes one after another. */
  readonly calls: number;
  /** True where its answer can show that something is wrong. */
  readonly tells: boolean;
  /** True where it should change nothing, so that sequences with it are tried after the others of their length. */
  readonly idle: boolean;
}

/** Milliseconds that a run may spend on shorter sequences: on a slow or very broken target what was found first has to do. */
const patience = 30_000;

const spent = oncePer((_run: Run) => ({ milliseconds: 0 }));

/**
 * Looks for a way to break a rule by fewer than so many calls, among all sequences in the order of their length.
 *
 * fast-check leaves commands out of the sequence that it found, but never puts others in: it ends where none can be
 * spared, which need not be the shortest there is.
 */
export async function shorten(
  run: Run,
  rule: string,
  fewerThan: number,
  alphabet: readonly Letter[],
  attempt: (sequence: readonly Command[]) => Promise<Breach | undefined>,
): Promise<Breach | undefined> {
  const time = spent(run);
  const started = performance.now();
  const before = time.milliseconds;
  for (let length = 1; length < fewerThan; length += 1) {
    const words = [...wordsOf(alphabet, length)];
    const isIdle = (word: readonly Letter[]) => word.some(({ idle }) => idle);
    for (const sequence of [...words.filter((word) => !isIdle(word)), ...words.filter(isIdle)]) {
      time.milliseconds = before + performance.now() - started;
      if (time.milliseconds > patience) return undefined;
      const breach = await attempt(sequence.map(({ command }) => command));
      if (breach?.rule === rule) return breach;
    }
  }
  return undefined;
}

/** All sequences of a length whose last command can show something. */
function* wordsOf(alphabet: readonly Letter[], length: number): Generator<readonly Letter[]> {
  for (const last of alphabet) {
    if (last.tells) for (const start of wordsBefore(alphabet, length - last.calls)) yield [...start, last];
  }
}

function* wordsBefore(alphabet: readonly Letter[], length: number): Generator<readonly Letter[]> {
  if (length === 0) yield [];
  for (const last of alphabet) {
    if (last.calls <= length) for (const start of wordsBefore(alphabet, length - last.calls)) yield [...start, last];
  }
}
