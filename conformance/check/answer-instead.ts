import type { Exchange } from './check.ts';
import { Unexpected } from './interruption.ts';

/** For calls whose refusal before any payment is an answer like any other: gives that answer instead of throwing. */
export function answerInstead(error: unknown): Exchange {
  if (error instanceof Unexpected) return error.exchange;
  throw error;
}
