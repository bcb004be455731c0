import { createColors } from 'picocolors';
import { showsColors } from '#conformance/report/colors.ts';

/** A broken run or wrong usage: the message is a sentence for people that says what to do. Exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Prints what went wrong as one sentence, without a stack trace, and returns the exit code 2. */
export function reportFailure(error: unknown): number {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`${createColors(showsColors(process.stderr)).red('error')} ${message}`);
  if (process.env.DEBUG && error instanceof Error) console.error(error.stack);
  return 2;
}
