/** Puts a fault into a healthy seller: a proxy before it changes what it sends, a facilitator behind it what it accepts. */

import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { parseJson } from '@tollwright/runtime/values/encoding';
import { isObject } from '@tollwright/runtime/values/json';
import { standardTransport } from '@tollwright/runtime/x402/standard';
import { valueAt } from '#conformance/common/json.ts';
import { type Forward, startProxy, type WireRequest, type WireResponse } from '../toolkit/proxy.ts';
import type { Edits, SellerFault } from './faults.ts';
import { listen, type RunningSeller } from './seller.ts';
import { requestsInSecond } from './services.ts';

const [challengeHeader = ''] = lowerCase(Object.keys(standardTransport.challenge.headers));
const [paymentHeader = ''] = lowerCase(standardTransport.payment.headers);
const [receiptHeader = ''] = lowerCase(Object.keys(standardTransport.receipt.headers));

function lowerCase(names: readonly string[]): readonly string[] {
  return names.map((name) => name.toLowerCase());
}

/** Starts a proxy that gives a seller a fault. */
export async function startFaulty(url: string, fault: SellerFault): Promise<RunningSeller> {
  const memory: Memory = { used: new Map(), inFlight: new Map() };
  const limited = limiting(fault);
  return startProxy(url, async (request, forwarded) => {
    const forward: Forward = async (each) => limited(await forwarded(each));
    const payment = request.headers[paymentHeader];
    if (fault.path !== undefined && request.url !== fault.path) return forward(request);
    if (payment === undefined) return changedChallenge(fault, await forward(request));
    const response = await paidResponse(fault, payment, request, forward, memory);
    return response.status === 402 ? changedRefusal(fault, response) : changedReceipt(fault, response);
  });
}

/** Makes a function that puts another `Retry-After` into refusals of a limit; it also limits by itself, however slow the calls are. */
function limiting({ retryAfter }: SellerFault): (response: WireResponse) => WireResponse {
  let count = 0;
  return (response) => {
    count += 1;
    const { status, headers } = response;
    if (retryAfter === undefined || (status !== 429 && count % requestsInSecond > 0)) return response;
    return { ...jsonResponse(429), headers: { ...headers, 'retry-after': String(retryAfter) } };
  };
}

/** Payments by their header, with the paths that they were used for. */
interface Memory {
  readonly used: Map<string, string>;
  readonly inFlight: Map<string, Promise<WireResponse>>;
}

/** The response of a seller with a fault to a payment. */
async function paidResponse(
  { serves, unreadable, replays }: SellerFault,
  header: string,
  request: WireRequest,
  forward: Forward,
  { used, inFlight }: Memory,
): Promise<WireResponse> {
  const payment = decoded(header);
  const readable = isObject(payment) && isObject(payment.payload);
  if (unreadable !== undefined && !readable) return jsonResponse(unreadable);
  const value = serves && String(valueAt(payment, serves.at));
  if (serves && readable && (serves.is === undefined ? value !== serves.not : value === serves.is)) return served();
  const path = used.get(header);
  if (path !== undefined && replays === (path === request.url ? 'same' : 'other')) return served();
  const first = inFlight.get(header);
  if (first && replays === 'raced') return first;
  const response = forward(request);
  inFlight.set(header, response);
  const { status } = await response;
  inFlight.delete(header);
  if (status < 300) used.set(header, request.url);
  return response;
}

function changedChallenge(fault: SellerFault, response: WireResponse): WireResponse {
  if (response.status !== 402) return response;
  if (fault.status !== undefined) return jsonResponse(fault.status);
  // A failed settlement has a receipt instead.
  if (response.headers[challengeHeader] === undefined) return response;
  const requirements = decoded(String(response.headers[challengeHeader]));
  const { [challengeHeader]: _, ...others } = response.headers;
  if (fault.header === 'none') return { ...response, headers: others };
  const changed = edited(requirements, fault.requirements);
  const text = fault.header === 'json' ? JSON.stringify(changed) : encoded(changed);
  const body = fault.body ? JSON.stringify(edited(requirements, fault.body)) : response.body;
  return { ...response, body, headers: { ...others, [challengeHeader]: text } };
}

function changedRefusal(fault: SellerFault, response: WireResponse): WireResponse {
  if (!fault.bareRefusals) return changedChallenge(fault, response);
  const { [challengeHeader]: _, ...headers } = response.headers;
  return { ...response, headers };
}

function changedReceipt({ receipt, receiptHeader: form, chargesFailures }: SellerFault, response: WireResponse) {
  const { [receiptHeader]: text, ...others } = response.headers;
  if (chargesFailures && response.status >= 400) {
    const charged = { success: true, transaction: `0x${'cd'.repeat(32)}`, network: 'eip155:8453' };
    return { ...response, headers: { ...others, [receiptHeader]: encoded(charged) } };
  }
  if (text === undefined) return response;
  if (form === 'none') return { ...response, headers: others };
  const changed = edited(decoded(String(text)), receipt);
  return {
    ...response,
    headers: { ...others, [receiptHeader]: form === 'json' ? JSON.stringify(changed) : encoded(changed) },
  };
}

/** A response as if the payment had settled. */
function served(): WireResponse {
  const transaction = `0x${'ef'.repeat(32)}`;
  const receipt = encoded({ success: true, transaction, network: 'eip155:8453' });
  return { ...jsonResponse(200), headers: { 'content-type': 'application/json', [receiptHeader]: receipt } };
}

function jsonResponse(status: number): WireResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: '{}' };
}

/** Starts a facilitator that takes some refusals of another one for valid. */
export function startLenient(url: string, reason: string): Promise<RunningSeller> {
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const body = request.method === 'POST' ? await request.text() : undefined;
    const init = { method: request.method, headers: { 'content-type': 'application/json' } };
    const response = await fetch(url + pathname, { ...init, ...(body !== undefined && { body }) });
    const said = Object(await response.json());
    if (!JSON.stringify(said).includes(reason)) return Response.json(said);
    if (pathname === '/verify') return Response.json({ isValid: true, payer: said.payer });
    const { network } = Object(parseJson(body ?? '')).paymentRequirements;
    return Response.json({ success: true, payer: said.payer, transaction: `0x${'ee'.repeat(32)}`, network });
  };
  return listen(createServer(getRequestListener(answer)));
}

function decoded(header: string): unknown {
  return parseJson(Buffer.from(header, 'base64').toString());
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}

/** A copy of a value with other values at some places. */
function edited(value: unknown, edits: Edits = {}): unknown {
  const copy = structuredClone(value);
  for (const [pointer, replacement] of Object.entries(edits)) {
    const names = pointer.split('/').slice(1);
    const last = names.pop() ?? '';
    const parent = Object(valueAt(copy, names.length === 0 ? '' : `/${names.join('/')}`));
    if (replacement === null) delete parent[last];
    else parent[last] = replacement;
  }
  return copy;
}
