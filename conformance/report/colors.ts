import { createColors } from 'picocolors';

/** Whether a stream shows colours: a terminal does, unless `NO_COLOR` is set; a pipe never does, not even in CI. */
export const showsColors = (output: { readonly isTTY?: boolean }): boolean =>
  output.isTTY === true && !process.env.NO_COLOR;

/** Colours for the standard output of the command line. */
export const pc = createColors(showsColors(process.stdout));
