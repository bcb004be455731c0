/** Sentences between two that are printed where there is no terminal. */
const gap = 50;

/** Prints how far something is: on one line of a terminal, which an empty sentence clears, else now and then on its own line. */
export function progressLine(output: {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}): (sentence: string) => void {
  let given = 0;
  return (sentence) => {
    if (output.isTTY) output.write(`\r\x1b[K${sentence}`);
    else if (sentence !== '' && given++ % gap === 0) output.write(`${sentence} ...\n`);
  };
}
