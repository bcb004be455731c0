import { isObject } from '@tollwright/runtime/values';
import type { Received } from '../../check/exchange.ts';
import { parseJson } from '../../http/events.ts';
import { fieldsOf } from '../../json/json.ts';
import type { Fault } from '../protocol-check.ts';

/** A header that carries the requirements of a challenge. `offers` is absent when it is not base64 JSON. */
export interface RequirementHeader {
  readonly name: string;
  readonly text: string;
  readonly offers?: readonly Readonly<Record<string, unknown>>[];
}

/** The requirement headers that an answer carries, in either spelling. */
export function requirementHeaders(received: Received): readonly RequirementHeader[] {
  return ['payment-required', 'x-payment-required'].flatMap((name) => {
    const text = received.headers[name];
    if (text === undefined) return [];
    const offers = offersIn(parseJson(Buffer.from(text, 'base64').toString('utf8')));
    return [{ name, text, ...(offers && { offers }) }];
  });
}

/** The offers in whatever base64 JSON a header holds, such as a parameter of a scheme; none where it holds no such thing. */
export function offersWithin(text: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  for (const [encoded] of text.matchAll(/[\w+/-]{40,}={0,2}/g)) {
    const offers = offersIn(parseJson(Buffer.from(encoded, 'base64').toString('utf8')));
    if (offers) return offers;
  }
  return undefined;
}

/** The whole body, its list of offers or a single offer: the documents only say that it is JSON. */
function offersIn(value: unknown): readonly Readonly<Record<string, unknown>>[] | undefined {
  const list = fieldsOf(value).accepts ?? value;
  if (Array.isArray(list)) return list.filter(isObject);
  return isObject(list) ? [list] : undefined;
}

/** What an offer asks for. */
const fields = ['scheme', 'network', 'amount', 'asset', 'payTo', 'maxTimeoutSeconds'];

type Offers = readonly Readonly<Record<string, unknown>>[];

/** What is wrong when a header asks for something else than the body. */
export function disagreement(header: string, body: Offers, theirs: Offers): Fault | undefined {
  const [expected, actual] = [body.map(requirement), theirs.map(requirement)];
  if (sameSet(expected, actual)) return undefined;
  return { detail: `${header} asks for something else than the body.`, at: '/accepts', expected, actual };
}

function requirement(offer: Offers[number]): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map((field) => [field, String(offer[field])]));
}

function sameSet(left: readonly unknown[], right: readonly unknown[]): boolean {
  const texts = (list: readonly unknown[]) => list.map((item) => JSON.stringify(item).toLowerCase()).sort();
  return JSON.stringify(texts(left)) === JSON.stringify(texts(right));
}
