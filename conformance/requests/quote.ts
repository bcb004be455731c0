/** The price that a challenge requires. */

import type { Run } from '../check/check.ts';
import type { Exchange } from '../check/exchange.ts';
import { readMicro } from '../protocol/challenge/amounts.ts';
import { offerOf } from '../protocol/challenge/offer.ts';
import { readChallenge } from '../run/challenge.ts';

/** Micro-USDC that a challenge requires on the host's own network; `undefined` when the response is not a challenge. */
export function quoteOf(run: Run, exchange: Exchange): bigint | undefined {
  if (exchange.received.status !== 402) return undefined;
  return readMicro(offerOf(run, readChallenge(exchange)).amount);
}
