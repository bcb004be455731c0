import { isObject } from '@tollwright/runtime/values';
import type { Challenge, Exchange } from '../check/exchange.ts';
import { UnexpectedResponse } from '../check/interruption.ts';
import { parseJson } from '../http/events.ts';
import { fieldsOf } from '../json/json.ts';
import { readMicro } from '../protocol/challenge/amounts.ts';

/**
 * Reads the 402 of an exchange; throws `UnexpectedResponse` when it is no challenge.
 *
 * The body is read before the header: a target with offers only in the header can be paid as well.
 */
export function readChallenge(exchange: Exchange): Challenge {
  const { status, json, headers } = exchange.received;
  const what = `${exchange.sent.method} ${exchange.sent.path}`;
  if (status !== 402)
    throw new UnexpectedResponse(`${what} returned ${status} where a challenge (402) was expected.`, exchange);
  const header = headers['payment-required'] ?? headers['x-payment-required'];
  const accepts = [json, header && parseJson(Buffer.from(header, 'base64').toString())]
    .map((body) => fieldsOf(body).accepts)
    .find((offers) => Array.isArray(offers) && offers.some(isObject));
  const offers = Array.isArray(accepts) ? accepts.filter(isObject) : [];
  const amount = readMicro(offers[0]?.amount);
  if (amount === undefined) {
    throw new UnexpectedResponse(`The challenge of ${what} has no amount that can be paid.`, exchange);
  }
  return { exchange, accepts: offers, amount };
}
