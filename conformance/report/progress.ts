import { createColors } from 'picocolors';
import type { Progress } from '../conform.ts';

/** Where progress is shown: a terminal, or anything that takes lines. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Rules between two lines of progress where lines cannot be overwritten. */
const stride = 50;

/** Shows how far a run is: on a terminal one line that changes, elsewhere a line now and then. */
export function showProgress(output: Output): {
  readonly tell: (progress: Progress) => void;
  readonly end: () => void;
} {
  const paint = createColors(output.isTTY === true);
  let fails = 0;
  let open = false;
  let told: number | undefined;

  return {
    tell({ total, done, level, result }) {
      if (result?.verdict === 'fail' && result.tier === 'must') fails += 1;
      const count = `${done}/${total}`;
      if (output.isTTY) {
        const broken = fails > 0 ? paint.red(`  ${fails} broken`) : '';
        const room = (output.columns ?? 80) - count.length - 22;
        output.write(
          `\r\u001B[2K${paint.dim(count)}${broken}  ${(result?.rule ?? `level ${level}`).slice(0, Math.max(room, 0))}`,
        );
        open = true;
      } else if (done === 0) {
        output.write(`Judging ${total} rules at level ${level}\n`);
      } else if (done !== told && (done % stride === 0 || done === total)) {
        // A verdict may be told again when a check was repeated.
        told = done;
        output.write(`${count} rules judged, ${fails} broken\n`);
      }
    },
    end() {
      if (open) output.write('\r\u001B[2K');
      open = false;
    },
  };
}
