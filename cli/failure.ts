import { createColors } from 'picocolors';
import { showsColors } from '#conformance/report/colors.ts';

export { UsageError } from '#conformance/common/usage-error.ts';

/** Prints an error as one sentence without a stack trace and returns exit code 2. */
export function reportFailure(error: unknown): number {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`${createColors(showsColors(process.stderr)).red('error')} ${message}`);
  if (process.env.DEBUG && error instanceof Error) console.error(error.stack);
  return 2;
}
