import { isObject } from '@tollwright/runtime/values';
import type { Received } from '../../check/exchange.ts';
import { parseJson } from '../../http/events.ts';
import { fieldsOf } from '../../json/json.ts';
import type { Mismatch } from '../protocol-check.ts';

/** A header that carries the requirements of a challenge. `offers` is absent when it is not base64 JSON. */
export interface RequirementHeader {
  readonly name: string;
  readonly text: string;
  readonly offers?: readonly Readonly<Record<string, unknown>>[];
}

/** The requirement headers of a response, under either name. */
export function requirementHeaders(received: Received): readonly RequirementHeader[] {
  return ['payment-required', 'x-payment-required'].flatMap((name) => {
    const text = received.headers[name];
    if (text === undefined) return [];
    const offers = offersIn(parseJson(Buffer.from(text, 'base64').toString('utf8')));
    return [{ name, text, ...(offers && { offers }) }];
  });
}

/** The offers in the base64 JSON within a header, such as a parameter of a scheme; `undefined` where there is none. */
export function offersWithin(text: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  for (const [encoded] of text.matchAll(/[\w+/-]{40,}={0,2}/g)) {
    const offers = offersIn(parseJson(Buffer.from(encoded, 'base64').toString('utf8')));
    if (offers) return offers;
  }
  return undefined;
}

/** Reads the whole body, its list of offers, or a single offer: the documents state only that it is JSON. */
function offersIn(value: unknown): readonly Readonly<Record<string, unknown>>[] | undefined {
  const list = fieldsOf(value).accepts ?? value;
  if (Array.isArray(list)) return list.filter(isObject);
  return isObject(list) ? [list] : undefined;
}

/** The fields of an offer that a payment must match. */
const fields = ['scheme', 'network', 'amount', 'asset', 'payTo', 'maxTimeoutSeconds'];

type Offers = readonly Readonly<Record<string, unknown>>[];

/** The mismatch between the requirements in a header and those in the body. */
export function requirementsMismatch(header: string, body: Offers, theirs: Offers): Mismatch | undefined {
  const [expected, actual] = [body.map(requirement), theirs.map(requirement)];
  if (sameSet(expected, actual)) return undefined;
  return { detail: `The requirements in ${header} do not match those in the body.`, at: '/accepts', expected, actual };
}

function requirement(offer: Offers[number]): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map((field) => [field, String(offer[field])]));
}

function sameSet(left: readonly unknown[], right: readonly unknown[]): boolean {
  const texts = (list: readonly unknown[]) => list.map((item) => JSON.stringify(item).toLowerCase()).sort();
  return JSON.stringify(texts(left)) === JSON.stringify(texts(right));
}
