import type { Invocation } from './exchange.ts';

/** A cache key for a call: the same for the same values of the same operation. */
export function callKey({ operation, ...rest }: Invocation): string {
  return JSON.stringify([operation.id, rest]);
}
