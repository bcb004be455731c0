/** What a fault is: one stated thing broken in the table of rules, with a probe that sees the difference. */

import type { Buyer, Options, Seen } from '../probes/buyer.ts';
import { segments } from '../router.ts';

export interface Fault {
  id: string;
  host: string;
  says: string;
  quote: string;
  apply: () => void;
  /** True when the healthy behaviour was seen. */
  probe: (buyer: Buyer) => Promise<boolean>;
}

export const chatLine = 'POST /api/v1/chat/completions';
export const searchLine = 'POST /api/v1/search';
export const imageLine = 'POST /api/v1/images/generations';
export const editLine = 'POST /api/v1/images/image2image';
export const videoLine = 'POST /api/v1/videos/generations';
export const speechLine = 'POST /api/v1/audio/speech';
export const callLine = 'POST /api/v1/voice/call';
export const buyLine = 'POST /api/v1/phone/numbers/buy';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64');
export const picture = `data:image/png;base64,${png}`;

/** A line under a vendor's segment. */
export function under(vendor: string, rest: string, method = 'POST', prefix = '/api/v1/'): string {
  return `${method} ${prefix}${segments[vendor]}/${rest}`;
}

export const chat = (extra: object = {}) => ({
  model: 'marl/bed-one',
  messages: [{ role: 'user', content: 'How deep is the quarry?' }],
  max_tokens: 40,
  ...extra,
});

/** The challenge asks exactly this many micro-dollars. */
export function costs(line: string, body: unknown, micro: number): (buyer: Buyer) => Promise<boolean> {
  return async (buyer) => (await buyer.quote(line, body)) === micro;
}

/** An unpaid request is answered with this status. */
export function says(line: string, body: unknown, status: number): (buyer: Buyer) => Promise<boolean> {
  return async (buyer) => (await buyer.send(line, body)).status === status;
}

/** A paid request is answered with this status. */
export function ends(
  line: string,
  body: unknown,
  status: number,
  options: Options = {},
): (buyer: Buyer) => Promise<boolean> {
  return async (buyer) => (await buyer.pay(line, body, options)).status === status;
}

export const refusedAs = (seen: Seen, code: string) => seen.status === 402 && seen.at('code') === code;

/** An image job of the model that is always asynchronous; returns its poll line. */
export async function imageJob(buyer: Buyer, options: Options = {}): Promise<string> {
  const seen = await buyer.pay(imageLine, { model: 'umber/fresco', prompt: 'a cliff' }, options);
  return `GET ${seen.at('poll_url')}`;
}

/** A new face group whose liveness check is done, or not. */
export async function group(buyer: Buyer, live: boolean): Promise<string> {
  const id = String((await buyer.send('POST /api/v1/realface/init', { name: 'Ada' })).at('group_id'));
  if (live) await buyer.control('POST /events', { machine: 'realface', id, event: 'liveness_passed' });
  return id;
}

export const face = (id: string, name = 'Ada') => ({ name, group_id: id, image_url: 'https://photos.example/ada.png' });

export async function lease(buyer: Buyer, options: Options = {}): Promise<Seen> {
  return buyer.pay(buyLine, {}, options);
}

/** How many of some free requests are let through before the first 429. */
export async function passes(buyer: Buyer, line: string, tries: number, body?: unknown): Promise<number> {
  for (let at = 0; at < tries; at++) {
    if ((await buyer.send(line, body)).status === 429) return at;
  }
  return tries;
}
