import type { Invocation } from './check.ts';

/** A text that is the same for the same call of the same operation. */
export function callKey({ operation, ...rest }: Invocation): string {
  return JSON.stringify([operation.id, rest]);
}
