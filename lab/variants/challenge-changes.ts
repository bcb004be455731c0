/** Changes challenges, their contents, and payments that repeat them. */

import type { Answer } from '@tollwright/runtime/http/request';
import { isObject } from '@tollwright/runtime/values/json';
import type { Alteration } from '#gateway/start.ts';
import { decodeJson, encodeJson, headerOf, type JsonObject, objectsIn, withoutHeaders } from '../toolkit/messages.ts';
import {
  asSpecified,
  authenticateHeader,
  otherPaymentHeader,
  receiptHeaders,
  requirementHeaders,
  signatureHeader,
} from '../toolkit/payment-headers.ts';
import { changeRequests, changeResponses } from '../toolkit/server.ts';

const requirementNames = requirementHeaders.map(asSpecified);
export const receiptNames = receiptHeaders.map(asSpecified);

/** Changes the bodies and headers of challenges. */
const challenges = (
  change: (answer: Answer, body: JsonObject, required: JsonObject, operation: string) => Answer,
): Alteration =>
  changeResponses((answer, { operation = '' }) => {
    const header = requirementHeaders.map((name) => headerOf(answer, name)).find((text) => text !== undefined);
    if (answer.status !== 402 || typeof answer.body !== 'string' || header === undefined) return answer;
    const [body, required] = [JSON.parse(answer.body), decodeJson(header)];
    return isObject(body) && isObject(required) ? change(answer, body, required, operation) : answer;
  });

export const rewritten = (change: (body: JsonObject) => JsonObject): Alteration =>
  challenges((answer, body) => ({ ...answer, body: JSON.stringify(change(body)) }));

/** Offers and verifies payments under an EIP-712 domain of its own. */
export const underAnotherDomain: Alteration = (parts) => {
  const { payment } = parts.host;
  const domain = { name: 'Dollar Token', version: '7' };
  return payment ? { ...parts, host: { ...parts.host, payment: { ...payment, domain } } } : parts;
};

/** Changes the price that a challenge shows. */
export const showing = (change: (price: JsonObject) => JsonObject): Alteration =>
  rewritten((body) => ({ ...body, price: isObject(body.price) ? change(body.price) : body.price }));

/** Changes every offer, in the body and in the headers. */
export const offering = (change: (offer: JsonObject) => JsonObject): Alteration => offers((all) => all.map(change));

/** Changes the offers of an operation, in the body and in the headers. */
export const offers = (
  change: (offers: readonly JsonObject[], operation: string) => readonly JsonObject[],
): Alteration =>
  challenges((answer, body, required, operation) =>
    requiring(
      { ...answer, body: JSON.stringify({ ...body, accepts: change(objectsIn(body.accepts), operation) }) },
      { ...required, accepts: change(objectsIn(required.accepts), operation) },
    ),
  );

function requiring(answer: Answer, required: unknown): Answer {
  const value = encodeJson(required);
  const kept = requirementNames.filter((name) => headerOf(answer, name) !== undefined);
  const others = withoutHeaders(answer.headers, ...requirementNames);
  return { ...answer, headers: { ...others, ...Object.fromEntries(kept.map((name) => [name, value])) } };
}

/** Changes the contents of the headers with requirements. */
export const carrying = (change: (required: JsonObject) => unknown): Alteration =>
  challenges((answer, _, required) => requiring(answer, change(required)));

/** Changes the offer that a payment accepts. */
export const taking = (change: (offer: JsonObject) => JsonObject): Alteration =>
  changeRequests(({ headers }) => ({
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, retaken(name, text, change)])),
  }));

function retaken(name: string, text: string, change: (offer: JsonObject) => JsonObject): string {
  if (name !== signatureHeader && name !== otherPaymentHeader) return text;
  const payment = decodeJson(text);
  return isObject(payment) && isObject(payment.accepted)
    ? encodeJson({ ...payment, accepted: change(payment.accepted) })
    : text;
}

/** Changes how the headers of requirements are encoded. */
export const encoded = (change: (text: string) => string): Alteration =>
  challenges((answer) => ({
    ...answer,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [
        name,
        requirementNames.some((own) => own.toLowerCase() === name.toLowerCase()) ? change(value) : value,
      ]),
    ),
  }));

/** Sends a header under one of its names alone, also where it had the other one alone. */
export const spelling = (kept: string, other: string): Alteration =>
  changeResponses((answer) => {
    const value = headerOf(answer, kept) ?? headerOf(answer, other);
    if (value === undefined) return answer;
    return { ...answer, headers: { ...withoutHeaders(answer.headers, kept, other), [kept]: value } };
  });

export const leaving = (...names: string[]): Alteration =>
  changeResponses((answer) => ({ ...answer, headers: withoutHeaders(answer.headers, ...names) }));

export const asking = (value: (required: string) => string): Alteration =>
  challenges((answer, _, required) => ({
    ...answer,
    headers: {
      ...withoutHeaders(answer.headers, authenticateHeader),
      [asSpecified(authenticateHeader)]: value(encodeJson(required)),
    },
  }));

/** An amount of USD with a fixed number of decimal places. */
export const padded = (amount: unknown, digits: number): string => {
  const [whole = '0', fraction = ''] = String(amount).split('.');
  return `${whole}.${fraction.padEnd(digits, '0')}`;
};

export const checksummed = (address: unknown): string =>
  String(address).replaceAll(/(?<=^0x.*)[a-f]/g, (digit) => digit.toUpperCase());
