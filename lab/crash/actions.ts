/** The actions of callers while gateways are killed: every kind of call that buys something. */

import { textAt } from '@tollwright/runtime/testing/read';
import type { Caller } from './caller.ts';

/** Something that a caller does, with all its calls. */
export type Action = (caller: Caller) => Promise<void>;

const messages = [{ role: 'user', content: 'Say hello.' }];
const image_url = 'https://media.example/ada.png';

/** Buys the cheapest call. */
export async function chat(caller: Caller): Promise<void> {
  await caller.buy('POST', '/chat/completions', { model: 'acme/flex', messages, max_tokens: 20 });
}

async function stream(caller: Caller): Promise<void> {
  await caller.buy('POST', '/chat/completions', { model: 'acme/flex', messages, max_tokens: 20, stream: true });
}

async function image(caller: Caller): Promise<void> {
  await caller.buy('POST', '/images/generations', { model: 'acme/img-a1', prompt: 'A kite.' });
}

async function imageJob(caller: Caller): Promise<void> {
  await caller.buy('POST', '/images/generations', { model: 'ember/img-e', prompt: 'A kite.' });
}

async function portrait(caller: Caller): Promise<void> {
  if (caller.isAccount) return face(caller);
  await caller.buy('POST', '/portrait/enroll', { name: 'Ada', image_url });
}

async function face(caller: Caller): Promise<void> {
  const opened = await caller.free('POST', '/realface/init', { name: 'Grace' });
  const group_id = textAt(opened, 'group_id');
  await caller.deliver('realface', group_id, 'liveness_passed');
  await caller.buy('POST', '/realface/enroll', { name: 'Grace', image_url, group_id });
}

async function number(caller: Caller): Promise<void> {
  if (caller.numbers.length > 2) return renewal(caller);
  caller.numbers.push(textAt(await caller.buy('POST', '/phone/numbers/buy', {}), 'phone_number'));
}

async function renewal(caller: Caller): Promise<void> {
  const [phoneNumber] = caller.numbers;
  if (phoneNumber === undefined) return number(caller);
  await caller.buy('POST', '/phone/numbers/renew', { phoneNumber });
}

async function call(caller: Caller): Promise<void> {
  const [from] = caller.numbers;
  if (from === undefined) return number(caller);
  await caller.buy('POST', '/voice/call', { to: '+14155550123', task: 'Ask when the shop opens.', from });
}

/** Every action; a random one of them comes next. */
export const actions: readonly [Action, ...Action[]] = [
  chat,
  stream,
  image,
  imageJob,
  portrait,
  face,
  number,
  renewal,
  call,
];
