import type { Challenge, Exchange } from '../check.ts';
import { parseJson } from '../http/events.ts';
import { Unexpected } from '../interruption.ts';
import { fieldsOf, isFields } from '../json.ts';
import { readMicro } from '../protocol/amounts.ts';

/**
 * Reads the 402 of an exchange; throws `Unexpected` when it is no challenge.
 *
 * The body speaks first; a target that tells its offers in the header alone can be paid as well, so it is read too.
 */
export function readChallenge(exchange: Exchange): Challenge {
  const { status, json, headers } = exchange.received;
  const what = `${exchange.sent.method} ${exchange.sent.path}`;
  if (status !== 402)
    throw new Unexpected(`${what} answered ${status} where a challenge (402) was expected.`, exchange);
  const header = headers['payment-required'] ?? headers['x-payment-required'];
  const accepts = [json, header && parseJson(Buffer.from(header, 'base64').toString())]
    .map((body) => fieldsOf(body).accepts)
    .find((offers) => Array.isArray(offers) && offers.some(isFields));
  const offers = Array.isArray(accepts) ? accepts.filter(isFields) : [];
  const amount = readMicro(offers[0]?.amount);
  if (amount === undefined) {
    throw new Unexpected(`The challenge of ${what} names no amount that can be paid.`, exchange);
  }
  return { exchange, accepts: offers, amount };
}
