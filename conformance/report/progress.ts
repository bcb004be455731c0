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

/** Rules between two lines of progress on a stream that is not a terminal. */
const linesEvery = 50;

/** Shows the progress of a run: one line that changes on a terminal, a line every 50 rules elsewhere. */
export function showProgress(output: Output): {
  readonly update: (progress: Progress) => void;
  readonly end: () => void;
} {
  const paint = createColors(showsColors(output));
  let fails = 0;
  let open = false;
  let last: number | undefined;

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
        output.write(`Checking ${total} rules at level ${level}\n`);
      } else if (done !== last && (done % linesEvery === 0 || done === total)) {
        // A repeated check reports its verdict again.
        last = done;
        output.write(`${count} rules checked, ${fails} failed\n`);
      }
    },
    end() {
      if (open) output.write('\r\u001B[2K');
      open = false;
    },
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
