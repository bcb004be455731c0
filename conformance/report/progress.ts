import { createColors } from 'picocolors';
import type { Level } from '../check/run.ts';
import { showsColors } from './colors.ts';
import type { RuleResult } from './report.ts';

/** Where progress is written: a terminal or any other stream. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Milliseconds between two lines of progress on a stream that is not a terminal. */
const linesEvery = 5000;

/** Shows the progress of a run. */
interface ShownProgress {
  readonly update: (progress: Progress) => void;
  /** Writes a line of its own. */
  readonly say: (sentence: string) => void;
  readonly end: () => void;
}

/** Shows nothing. */
export const silentProgress: ShownProgress = { update: () => undefined, say: () => undefined, end: () => undefined };

/**
 * Shows the progress of a run: one line that changes on a terminal, elsewhere at most a line every five seconds.
 *
 * `now` is the time in milliseconds.
 */
export function showProgress(output: Output, now = () => performance.now()): ShownProgress {
  const paint = createColors(showsColors(output));
  let fails = 0;
  let open = false;
  let last: { readonly done: number; readonly time: number } | undefined;

  // A repeated check reports its verdict again.
  const isDue = (done: number, total: number) =>
    done !== last?.done && (done === total || now() - (last?.time ?? 0) >= linesEvery);
  const clear = () => {
    if (open) output.write('\r\u001B[2K');
    open = false;
  };

  return {
    update({ total, done, level, result }) {
      if (result?.verdict === 'fail' && result.tier === 'must') fails += 1;
      const count = `${done}/${total}`;
      if (output.isTTY) {
        const failed = fails > 0 ? paint.red(`  ${fails} failed`) : '';
        const room = (output.columns ?? 80) - count.length - 22;
        output.write(
          `\r\u001B[2K${paint.dim(count)}${failed}  ${(result?.rule ?? `level ${level}`).slice(0, Math.max(room, 0))}`,
        );
        open = true;
      } else if (done === 0) {
        last = { done, time: now() };
        output.write(`Checking ${total} rules at level ${level}\n`);
      } else if (isDue(done, total)) {
        last = { done, time: now() };
        output.write(`${count} rules checked, ${fails} failed\n`);
      }
    },
    say(sentence) {
      clear();
      output.write(`${sentence}\n`);
    },
    end: clear,
  };
}

/** The progress of a run. */
export interface Progress {
  readonly total: number;
  readonly done: number;
  readonly level: Level;
  /** The latest verdict; absent at the beginning. */
  readonly result?: RuleResult;
}
