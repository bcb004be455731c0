import type { Quote } from '@tollwright/runtime/money/formula';
import type { Route } from '@tollwright/runtime/operation/operation';
import { isObject } from '@tollwright/runtime/values/json';
import type { Alteration } from '#gateway/start.ts';
import type { JsonObject } from '../toolkit/messages.ts';
import { changeBody } from '../toolkit/requests.ts';
import { changePrice, changeRoutes, type PriceInput } from '../toolkit/routes.ts';
import { changeSuccess, combine } from '../toolkit/server.ts';
import { defineVariants, type VariantDefinition } from './variant.ts';

const fee = 1000n;
const chats = [
  'create-chat-completion',
  'create-chat-completion-for-model',
  'create-message',
  'create-response',
  'generate-content',
];
const audio = ['generate-music', 'generate-sound-effect'];
const flat = ['lookup-phone', 'lookup-phone-fraud', 'list-followers', 'list-followings', 'web-search', 'web-answer'];

/** Adds a bound to bodies without one. */
const bounding = (id: string, field: string, bound: number): Alteration =>
  changeBody([id], (body) => (body[field] === undefined ? { ...body, [field]: bound } : body));

const onAccount = (question: string, name: string, alter: Alteration): VariantDefinition => ({
  name,
  questions: [question],
  hosts: ['account'],
  alter,
});
const onBase = (question: string, name: string, alter: Alteration): VariantDefinition => ({
  name,
  questions: [question],
  hosts: ['base'],
  alter,
});

/** The price of one instead of several. */
const forOne: Alteration = changePrice(['edit-image'], (amount, input, quote) => {
  if (Number(input.request.n ?? 1) <= 1) return amount;
  const one: { readonly request: JsonObject } = { ...input, request: { ...input.request, n: 1 } };
  return quote(one as never).amount;
});

/** The two counts at which long prompts may begin. */
const long = { decimal: 272_000, binary: 278_528 };

/** Long prompts begin at the binary count of thousands, as in the price sheet. */
const laterLong: Alteration = combine(
  changeSuccess('get-pricing', (body) =>
    JSON.parse(JSON.stringify(body), (_, value) => (value === long.decimal ? long.binary : value)),
  ),
  changePrice(['create-chat-completion', 'create-response', 'create-message'], (amount, input, quote) => {
    const { response } = input as PriceInput & { readonly response?: unknown };
    const usage = isObject(response) && isObject(response.usage) ? response.usage : {};
    const prompt = Number(usage.prompt_tokens ?? usage.input_tokens);
    if (!(prompt > long.decimal && prompt <= long.binary)) return amount;
    const metered = (changes: JsonObject) =>
      quote({ ...input, response: { ...Object(response), usage: { ...usage, ...changes } } } as never);
    const short = metered({ prompt_tokens: long.decimal, completion_tokens: 0 }).amount;
    const rest = metered({ prompt_tokens: 0 }).amount;
    return (short * BigInt(prompt)) / BigInt(long.decimal) + rest;
  }),
);

/** Makes every text of a request half as long again, so that a price counts more tokens. */
const longer = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(longer);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, longer(own)]));
  return typeof value === 'string' ? value + value.slice(0, value.length / 2) : value;
};

/** Counts more tokens in prompts; quotes and breakdowns show them. */
const countingMore: Alteration = changeRoutes(chats, (route): Route => {
  // Each route types the input of its own price.
  const quote = route.quote as ((input: PriceInput) => Quote) | undefined;
  if (!quote) return route;
  const counted = ({ request: { model, ...texts }, ...input }: PriceInput) =>
    quote({ ...input, request: { ...Object(longer(texts)), ...(model !== undefined && { model }) } });
  return { ...route, quote: counted };
});

/** Prices that the documents leave open. */
export const prices = defineVariants('prices', [
  onBase(
    'edit-fee',
    'charges a fee for image edits',
    changePrice(['edit-image'], (amount) => amount + fee),
  ),
  onBase('edit-price-of-several', 'charges several edits like one', forOne),
  onBase(
    'music-price',
    'charges music without the fee',
    changePrice(['generate-music'], () => 157_500n),
  ),
  onBase('token-quote', 'counts half as many prompt tokens again', countingMore),
  onBase(
    'max-tokens-default',
    'quotes 4096 output tokens by default',
    combine(
      bounding('create-chat-completion', 'max_tokens', 4096),
      bounding('create-chat-completion-for-model', 'max_tokens', 4096),
    ),
  ),
  onBase(
    'responses-output-default',
    'quotes 333 output tokens of responses by default',
    bounding('create-response', 'max_output_tokens', 333),
  ),
  onAccount(
    'account-search-fee',
    'charges 0.30 USD for a search',
    changePrice(['search'], () => 300_000n),
  ),
  onAccount(
    'account-search-fee',
    'charges 0.001 USD for a search',
    changePrice(['search'], () => 1_000n),
  ),
  onAccount(
    'account-media-prices',
    'charges images half as much again',
    changePrice(['generate-image'], (amount) => amount + amount / 2n),
  ),
  onAccount(
    'audio-on-account',
    'charges twice the price for music and sounds',
    changePrice(audio, (amount) => amount * 2n),
  ),
  onAccount(
    'speech-minimum-on-account',
    'charges at least a cent for speech',
    changePrice(['synthesize-speech'], (amount) => (amount > 10_000n ? amount : 10_000n)),
  ),
  onAccount('long-threshold', 'applies long-prompt rates above 272 × 1024 tokens', laterLong),
  onAccount(
    'fee-on-account',
    'charges a fee on the account host',
    changePrice(flat, (amount) => amount + fee),
  ),
]);
