/** The same values in other forms that the documents allow: times, ids, addresses, lists, numbers. */

import { isObject } from '@tollwright/runtime/values/json';
import type { Alteration } from '#gateway/start.ts';
import { copyCall } from '../toolkit/calls.ts';
import { type JsonObject, objectsIn } from '../toolkit/messages.ts';
import {
  changeJson,
  changeJsonText,
  changeResponses,
  changeStreams,
  changeSuccess,
  combine,
  wrapServer,
} from '../toolkit/server.ts';
import { checksummed, padded } from './challenge-changes.ts';
import { operationIds } from './contract.ts';
import { defineVariants, everyHost, type VariantDefinition } from './variant.ts';

/** Rewrites every time of a JSON text: the documents say ISO 8601 and no more (media-0122, media-0205). */
const times = (write: (time: Date) => string): Alteration =>
  changeJsonText((text) =>
    text.replaceAll(
      /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"/g,
      (_, time: string) => `"${write(new Date(time))}"`,
    ),
  );

/** A time as clocks of another zone show it. */
function inNepal(time: Date): string {
  return new Date(time.getTime() + 345 * 60_000).toISOString().replace('Z', '+05:45');
}

const written = [
  { name: 'with the offset of UTC', alter: times((time) => time.toISOString().replace('Z', '+00:00')) },
  { name: 'of another zone', alter: times(inNepal) },
  { name: 'in microseconds', alter: times((time) => time.toISOString().replace('Z', '000Z')) },
  { name: 'in whole seconds', alter: times((time) => time.toISOString().replace(/\.\d+Z$/, 'Z')) },
  { name: 'without a zone', alter: times((time) => time.toISOString().replace('Z', '')) },
  { name: 'in the basic format', alter: times((time) => time.toISOString().replaceAll(/[-:]|\.\d+/g, '')) },
].map(({ name, alter }): VariantDefinition => ({ name: `writes times ${name}`, choice: 'times', alter }));

/** Rewrites hexadecimal texts in bodies, whose letter case has no meaning; those of offers have variants of their own. */
const hexadecimal = (digits: number, write: (text: string) => string): Alteration => {
  const pattern = new RegExp(`"(0x[0-9a-fA-F]{${digits}})"`, 'g');
  return changeResponses((own) =>
    typeof own.body === 'string' && own.status !== 402
      ? { ...own, body: own.body.replaceAll(pattern, (_, text: string) => `"${write(text)}"`) }
      : own,
  );
};

/** Ids that only callers name; the control API names the others. */
const own = /(?<![\w-])(sbx|ta|chatcmpl|msg)_([0-9a-f]{24})(?![\w-])/g;

/** The form of another id: a UUID, or opaque text after the prefix that assets have (media-0122). */
const foreign = /ta_[0-9A-F]{24}\.v2~|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Gives ids another form, and reads it in requests. */
const otherIds: Alteration = (parts) => {
  const known = new Map<string, string>();
  const outward = (text: string) =>
    text.replaceAll(own, (id, prefix: string, digits: string) => {
      const uuid = `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12)}`;
      const other = prefix === 'ta' ? `ta_${digits.toUpperCase()}.v2~` : uuid;
      known.set(other, id);
      return other;
    });
  const inward = (text: string) => text.replaceAll(foreign, (id) => known.get(id) ?? id);
  return combine(
    changeResponses((answer) => (typeof answer.body === 'string' ? { ...answer, body: outward(answer.body) } : answer)),
    changeStreams(outward),
    wrapServer((serve) => (call) => {
      const body = async (largest: number, payer?: boolean) =>
        Buffer.from(inward((await call.body(largest, payer)).toString('latin1')), 'latin1');
      return serve(copyCall(call, { path: inward(call.path), query: inward(call.query), body }));
    }),
  )(parts);
};

/** Lists whose order has no meaning. */
const unordered = ['data', 'voices', 'portraits', 'realfaces', 'numbers', 'users', 'not_found', 'symbols', 'citations'];

/** Lists of which the record has variants of its own, and events of the OpenAI format that come in order. */
const ordered = new Set(['list-usage', 'summarize-usage', 'create-response', 'get-response']);

const reversed: Alteration = changeJson((body, { status }, { operation = '' }) => {
  if (status !== 200 || !isObject(body) || ordered.has(operation)) return undefined;
  const lists = unordered.flatMap((name) => {
    const list = body[name];
    return Array.isArray(list) ? [[name, list.toReversed()]] : [];
  });
  return lists.length === 0 ? undefined : { ...body, ...Object.fromEntries(lists) };
});

/** Numbers with at most some decimal places. */
const rounded = (value: unknown, digits: number): unknown =>
  typeof value === 'number' ? Number(value.toFixed(digits)) : value;

/** Judgements in fewer digits. */
const judged = (digits: number): Alteration =>
  changeSuccess('decide', (body) => ({
    ...body,
    answers: mapped(body.answers, (answer) =>
      mapped(answer, (part) =>
        isObject(part) ? mapped(part, (each) => rounded(each, digits)) : rounded(part, digits),
      ),
    ),
  }));

function mapped(value: unknown, change: (part: unknown) => unknown): unknown {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part)]))
    : value;
}

/** Changes the amounts that results and jobs show. */
const billed = (change: (amount: unknown) => unknown): Alteration =>
  changeJson((body, { status }) =>
    status < 300 && isObject(body) && isObject(body.price) && body.price.amount !== undefined
      ? { ...body, price: { ...body.price, amount: change(body.price.amount) } }
      : undefined,
  );

/** The parts of a price of chat in whole micro-USD: the documents name them and state no digits (core-441). */
const parted = (write: (amount: number) => unknown): Alteration =>
  changeJson((body, { status }) => {
    if (status !== 402 || !isObject(body) || !isObject(body.price) || !isObject(body.price.breakdown)) return undefined;
    const breakdown = mapped(body.price.breakdown, (amount) => write(Number(amount)));
    return { ...body, price: { ...body.price, breakdown } };
  });

/** Fields that providers have in their usage and choices. */
const asProvidersDo = (body: JsonObject): JsonObject => ({
  system_fingerprint: 'fp_44709d6fcb',
  ...body,
  ...(isObject(body.usage) && {
    usage: {
      ...body.usage,
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0, accepted_prediction_tokens: 0 },
      cost: 0.000_012,
    },
  }),
  ...(Array.isArray(body.choices) && {
    choices: objectsIn(body.choices).map((choice) => ({
      logprobs: null,
      ...choice,
      message: { refusal: null, annotations: [], ...Object(choice.message) },
    })),
  }),
});

/** Values in forms that the documents leave to a gateway. */
export const values = defineVariants(
  'values',
  [
    ...written,
    {
      name: 'writes addresses in lower case',
      choice: 'addresses',
      alter: hexadecimal(40, (text) => text.toLowerCase()),
    },
    { name: 'writes addresses in upper case', choice: 'addresses', alter: hexadecimal(40, checksummed) },
    { name: 'writes hashes in upper case', alter: hexadecimal(64, checksummed) },
    { name: 'gives ids another form', alter: otherIds },
    { name: 'returns lists in reverse', alter: reversed },
    {
      name: 'returns the parts of an RPC batch in reverse',
      // JSON-RPC 2.0, section 6: the responses may be in any order.
      alter: changeResponses((response, { operation = '' }) => {
        if (!/-rpc$/.test(operation) || response.status !== 200 || typeof response.body !== 'string') return response;
        const body: unknown = JSON.parse(response.body);
        return Array.isArray(body) ? { ...response, body: JSON.stringify(body.toReversed()) } : response;
      }),
    },
    { name: 'rounds judgements to four digits', choice: 'digits', hosts: ['account'], alter: judged(4) },
    { name: 'rounds judgements to three digits', choice: 'digits', hosts: ['account'], alter: judged(3) },
    { name: 'shows billed prices with six decimals', alter: billed((amount) => padded(amount, 6)) },
    { name: 'rounds the parts of a chat price', choice: 'parts', alter: parted((amount) => amount.toFixed(6)) },
    { name: 'shows the parts of a chat price as numbers', choice: 'parts', alter: parted((amount) => amount) },
    {
      name: 'adds what providers add to chats',
      alter: combine(
        ...operationIds
          .filter((id) => id.startsWith('create-chat-completion'))
          .map((id) => changeSuccess(id, asProvidersDo)),
      ),
    },
    {
      name: 'reports the default tier of chats',
      // Absent means standard in a row of usage (core-244); OpenAI calls the standard tier `default`.
      hosts: ['account'],
      alter: changeSuccess('create-chat-completion', (body) => ({ service_tier: 'default', ...body })),
    },
    {
      name: 'returns whole poll URLs of phone calls',
      // Only jobs of images and videos have to return a path (media-0084).
      alter: changeJson((body, { status }, { operation, call }) =>
        status < 300 && operation === 'start-call' && isObject(body)
          ? { ...body, poll_url: call.baseUrl + String(body.poll_url) }
          : undefined,
      ),
    },
    {
      name: 'returns null for what a phone call does not have yet',
      alter: changeSuccess('get-call', (body) => ({
        ...{ answered_by: null, summary: null, recording_url: null, call_ended_by: null, ended_by_reason: null },
        ...{ transcript: null },
        ...body,
      })),
    },
    {
      name: 'returns null for prompts that are not rewritten',
      alter: combine(
        ...['generate-image', 'poll-image', 'edit-image'].map((id) =>
          changeSuccess(id, (body) => ({
            ...body,
            ...(Array.isArray(body.data) && {
              data: objectsIn(body.data).map((image) => ({ ...image, revised_prompt: null })),
            }),
          })),
        ),
      ),
    },
    {
      name: 'escapes the ids in poll URLs',
      alter: changeJson((body, { status }) => {
        if (status !== 202 || !isObject(body) || !/^\/.*:/.test(String(body.poll_url))) return undefined;
        return { ...body, poll_url: String(body.poll_url).replaceAll(':', '%3A') };
      }),
    },
    {
      name: 'shows exact prices of texts',
      // How an amount below one micro-USDC is rounded is not stated, and a price in USD may have more digits.
      questions: ['sub-micro-amounts'],
      choice: 'usd',
      hosts: ['base', 'solana', 'nano', 'test'],
      alter: changeJson((body, { status }, { operation = '' }) =>
        status === 402 && /^create-(chat|message|response)/.test(operation) && isObject(body) && isObject(body.price)
          ? { ...body, price: { ...body.price, amount: (Number(body.price.amount) - 3e-7).toFixed(7) } }
          : undefined,
      ),
    },
    {
      name: 'returns null for the lyrics of instrumentals',
      alter: changeSuccess('generate-music', (body) => ({
        ...body,
        data: objectsIn(body.data).map((track) => ({ lyrics: null, ...track })),
      })),
    },
    {
      name: 'lists prices of images by size in a list',
      questions: ['catalog-envelopes'],
      choice: 'envelope of list-image-models',
      alter: changeSuccess('list-image-models', (body) => ({
        ...body,
        data: objectsIn(body.data).map(({ rates, prices, ...entry }) =>
          isObject(rates ?? prices)
            ? { ...entry, sizes: Object.entries(Object(rates ?? prices)).map(([size, price]) => ({ size, price })) }
            : { ...entry, rates, prices },
        ),
      })),
    },
  ],
  everyHost,
);
