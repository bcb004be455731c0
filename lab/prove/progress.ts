import type { Output } from '#conformance/report/progress.ts';
import type { Verdict } from './verdict.ts';

/** Mutants between two lines of progress where lines cannot be overwritten: those of some ten seconds. */
const stride = 100;

/** Shows how far a proof is: on a terminal one line that changes, elsewhere a line now and then. */
export function showProof(
  output: Output,
  total: number,
): { readonly add: (verdict: Verdict) => void; readonly end: () => void } {
  let done = 0;
  let survivors = 0;
  if (!output.isTTY) output.write(`Trying ${total} mutants\n`);
  return {
    add({ host, id, outcome: { verdict } }) {
      done += 1;
      if (verdict === 'survived') survivors += 1;
      const counts = `${done}/${total} mutants tried, ${survivors} survived`;
      const room = (output.columns ?? 80) - counts.length - 3;
      if (output.isTTY) output.write(`\r\u001B[2K${counts}  ${`${host} ${id}`.slice(0, Math.max(room, 0))}`);
      else if (done % stride === 0 || done === total) output.write(`${counts}\n`);
    },
    end() {
      if (output.isTTY) output.write('\r\u001B[2K');
    },
  };
}
