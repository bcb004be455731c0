import type { Exchange } from './exchange.ts';
import { UnexpectedResponse } from './interruption.ts';

/** Returns the response of a call that was refused before its payment, instead of throwing; rethrows any other error. */
export function returnResponse(error: unknown): Exchange {
  if (error instanceof UnexpectedResponse) return error.exchange;
  throw error;
}
