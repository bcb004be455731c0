/** Finds the headers that carry challenges, payments and receipts, as the contract names them. */

import type { ReceiptContent } from '@tollwright/runtime/operation/host';
import { isObject } from '@tollwright/runtime/values/json';
import { standardTransport, type TransportHeaders } from '@tollwright/runtime/x402/standard';
import { fieldsOf } from '../common/json.ts';
import type { Contract } from '../contract/contract.ts';
import { parseJson } from './events.ts';
import type { SentRequest } from './exchange.ts';

/** The headers of a host. A host that sells nothing is known by those of the x402 standard. */
export function transportOf({ host }: Pick<Contract, 'host'>): TransportHeaders {
  return host.payment?.transport ?? standardTransport;
}

/** A header that carries the requirements of a challenge. */
export interface Carrier {
  /** As the specification writes it. */
  readonly name: string;
  /** True where the requirements stand alone, and false where they are part of a longer text. */
  readonly plain: boolean;
  /** Reads the JSON of the requirements from its text; `undefined` where there is none. */
  readonly read: (text: string) => unknown;
}

/** The headers that carry the requirements of a challenge. */
export function carriersOf({ challenge }: TransportHeaders): readonly Carrier[] {
  return Object.entries(challenge.headers).map(([name, form]) => {
    const plain = form === '{base64}';
    return { name, plain, read: plain ? readBase64 : findBase64 };
  });
}

/** Reads base64 JSON. */
function readBase64(text: string): unknown {
  return parseJson(Buffer.from(text, 'base64').toString('utf8'));
}

/**
 * Reads the first base64 JSON within a text.
 *
 * The documents state no format for the text around it, so a scheme or a parameter of another name is read as well.
 */
function findBase64(text: string): unknown {
  for (const [encoded] of text.matchAll(/[\w+/-]{40,}={0,2}/g)) {
    const value = readBase64(encoded);
    if (typeof value === 'object' && value !== null) return value;
  }
  return undefined;
}

/** The requirements of a challenge: its body, or where that is free the first header that has some. */
export function requirementsIn(transport: TransportHeaders, json: unknown, headers: Headers): Fields {
  if (transport.challenge.body !== 'free') return fieldsOf(json);
  const carried = carriersOf(transport).map(({ name, read }) => read(headers[name.toLowerCase()] ?? ''));
  return carried.find(isObject) ?? fieldsOf(json);
}

/** The offers of a challenge: of its body, or of the first header that has some. */
export function acceptsIn(
  transport: TransportHeaders,
  json: unknown,
  headers: Headers,
): readonly Readonly<Record<string, unknown>>[] {
  const carried = carriersOf(transport).map(({ name, read }) => read(headers[name.toLowerCase()] ?? ''));
  const lists = [json, ...carried].map((value) => fieldsOf(value).accepts);
  return lists.map((list) => (Array.isArray(list) ? list.filter(isObject) : [])).find(({ length }) => length > 0) ?? [];
}

type Fields = Readonly<Record<string, unknown>>;

/** Headers by their lower-case names. */
type Headers = Readonly<Record<string, string>>;

/** The payment header of a request; `undefined` where it has none. */
export function paymentIn({ payment }: TransportHeaders, headers: Headers): SentRequest['payment'] {
  const header = payment.headers.map((name) => name.toLowerCase()).find((name) => headers[name] !== undefined);
  const value = header === undefined ? undefined : headers[header];
  return header === undefined || value === undefined ? undefined : { header, value };
}

/** The names of the headers that report a settlement, or its transaction alone. */
export function receiptNames({ receipt }: TransportHeaders, content: ReceiptContent): readonly string[] {
  return Object.entries(receipt.headers).flatMap(([name, own]) => (own === content ? [name] : []));
}

/** The first header of a response that reports a settlement, or its transaction alone. */
export function receiptIn(transport: TransportHeaders, content: ReceiptContent, headers: Headers): string | undefined {
  return receiptNames(transport, content)
    .map((name) => headers[name.toLowerCase()])
    .find((text) => text !== undefined);
}
