import type { Received } from '../check.ts';
import { parseJson } from '../http/events.ts';
import { fieldsOf, isFields } from '../json.ts';

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

/** The whole body, its list of offers or a single offer: the documents only say that it is JSON. */
function offersIn(value: unknown): readonly Readonly<Record<string, unknown>>[] | undefined {
  const list = fieldsOf(value).accepts ?? value;
  if (Array.isArray(list)) return list.filter(isFields);
  return isFields(list) ? [list] : undefined;
}
