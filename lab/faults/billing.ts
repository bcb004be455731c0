/** Metered calls whose charge is not the usage times the published rates. */

import { isObject } from '@tollwright/runtime/values/json';
import type { Alteration } from '#gateway/start.ts';
import { type JsonObject, objectsIn } from '../toolkit/messages.ts';
import { changeField } from '../toolkit/requests.ts';
import { changePrice, type PriceInput, type Reprice } from '../toolkit/routes.ts';
import { changeJson, changeResponses, changeSuccess, combine } from '../toolkit/server.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';

/** Reports a growing number of cached prompt tokens of an operation, in its own fields, and publishes a rate for them. */
const cachedTokens =
  (operation: string, reported: (usage: JsonObject, cached: number) => JsonObject): Alteration =>
  (parts) => {
    let cached = 0;
    return combine(
      changeSuccess(operation, ({ usage, ...body }) => {
        cached += 1;
        return { ...body, usage: { ...Object(usage), ...reported(Object(usage), cached) } };
      }),
      changeSuccess('get-pricing', (body) => ({
        ...body,
        data: objectsIn(body.data).map((entry) => ({ ...entry, cachedInputPrice: '0.000001' })),
      })),
    )(parts);
  };

const texts = ['create-chat-completion', 'create-message', 'create-response'];

/** A balance with the field names of the documents. */
const inWords: Alteration = changeSuccess('get-balance', ({ available, spent, reserved }) => ({
  'available balance': available,
  'recorded spend': spent,
  'open reservations': reserved,
}));

const billing = (
  name: string,
  change: Reprice,
  operations: readonly string[] = texts,
  rule = `${operations[0]}.price.amount`,
): FaultDefinition => ({
  name,
  rule,
  host: 'account',
  level: 'controlled',
  only: operations.map((id) => `${id}.price.amount`),
  everywhere: true,
  alter: combine(inWords, changePrice(operations, change)),
});

/** A charge that does not follow its documented unit. */
const charging = (name: string, rule: string, change: Reprice, operation: string): FaultDefinition => ({
  ...billing(name, change, [operation]),
  rule: `account.charge.${rule}`,
  only: [`account.charge.${rule}`],
});

interface Usage {
  readonly prompt: number;
  readonly completion: number;
  readonly flex: boolean;
}

function usageOf(input: PriceInput): Usage {
  const { response } = input as PriceInput & { readonly response?: unknown };
  const { usage, service_tier: tier }: JsonObject = isObject(response) ? response : {};
  const own = isObject(usage) ? usage : {};
  return {
    prompt: Number(own.prompt_tokens ?? own.input_tokens ?? 0),
    completion: Number(own.completion_tokens ?? own.output_tokens ?? 0),
    flex: tier === 'flex',
  };
}

/** Bills other usage than the response reports. */
const asIf =
  (change: (usage: Usage) => Partial<Usage>): Reprice =>
  (_, input, quote) => {
    const { prompt, completion, flex } = { ...usageOf(input), ...change(usageOf(input)) };
    const usage = {
      prompt_tokens: prompt,
      input_tokens: prompt,
      completion_tokens: completion,
      output_tokens: completion,
    };
    const { response } = input as PriceInput & { readonly response?: object };
    return quote({ ...input, response: { ...response, usage, service_tier: flex ? 'flex' : 'default' } } as never)
      .amount;
  };

const long = 272_000;
/** The charge of a long prompt by the rates of a short one. */
const asShort: Reprice = (amount, input, quote) => {
  const { prompt } = usageOf(input);
  if (prompt <= long) return amount;
  const [part, rest] = [asIf(() => ({ prompt: long, completion: 0 })), asIf(() => ({ prompt: 0 }))];
  return (part(amount, input, quote) * BigInt(prompt)) / BigInt(long) + rest(amount, input, quote);
};

/** The charge of a prompt of exactly the threshold by the rates of a long one. */
const inclusive: Reprice = (amount, input, quote) => {
  const { prompt } = usageOf(input);
  return prompt === long ? asIf(() => ({ prompt: long + 1 }))(amount, input, quote) : amount;
};

/** The charge in the tier that was requested, of all calls or of streams only. */
const asRequested =
  (streamsOnly = false): Reprice =>
  (amount, input, quote) =>
    input.request.service_tier === 'flex' && (input.request.stream === true || !streamsOnly)
      ? asIf(() => ({ flex: true }))(amount, input, quote)
      : amount;

const byBytes: Reprice = (amount, { request }) => {
  const text = String(request.input);
  return (amount * BigInt(Buffer.byteLength(text))) / BigInt(text.length);
};

/** Serves a model under another id, which `list-models` alone has, with a changed entry. */
const alias = (change: (entry: JsonObject) => JsonObject): Alteration =>
  combine(
    changeSuccess('list-models', (body) => ({
      ...body,
      data: objectsIn(body.data).flatMap((entry) =>
        entry.id === 'acme/4o' ? [entry, change({ ...entry, id: 'zeta/of-tomorrow' })] : [entry],
      ),
    })),
    changeField(['create-chat-completion'], 'model', (id) => (id === 'zeta/of-tomorrow' ? 'acme/4o' : id)),
  );

const cent = 10_000n;

/** Wrong charges for metered calls, on a gateway whose balance has the field names of the documents. */
export const billings = defineFaults('billing', [
  billing('adds the fee of pay-per-call hosts to account charges', (amount) => amount + 1000n),
  billing('charges at least a cent for each metered call', (amount) => (amount < cent ? cent : amount)),
  billing('charges at least 0.001 USD for each metered call', (amount) => (amount < 1000n ? 1000n : amount)),
  billing('adds a margin of 5 percent to account charges', (amount) => (amount * 105n) / 100n),
  billing('adds a margin of 1 percent to messages alone', (amount) => (amount * 101n) / 100n, ['create-message']),
  billing('rounds account charges up to cents', (amount) => ((amount + cent - 1n) / cent) * cent),
  billing('rounds account charges down to a tenth of a cent', (amount) => (amount / 1000n) * 1000n),
  billing(
    'charges prompt tokens at the rate of completion tokens',
    asIf(({ prompt, completion }) => ({ prompt: 0, completion: prompt + completion })),
  ),
  billing(
    'charges completion tokens at the rate of prompt tokens',
    asIf(({ prompt, completion }) => ({ prompt: prompt + completion, completion: 0 })),
  ),
  billing(
    'charges no prompt tokens',
    asIf(() => ({ prompt: 0 })),
  ),
  billing(
    'charges one token more than the usage reports',
    asIf(({ completion }) => ({ completion: completion + 1 })),
  ),
  billing('charges long prompts like short ones', asShort, ['create-chat-completion', 'create-response']),
  billing(
    'doubles the rate of long prompts for their excess alone',
    (amount, input, quote) => {
      const { prompt } = usageOf(input);
      if (prompt <= long) return amount;
      const excess = asIf(() => ({ prompt: prompt - long, completion: 0 }));
      return asShort(amount, input, quote) + excess(amount, input, quote);
    },
    ['create-chat-completion', 'create-response'],
  ),
  billing(
    'leaves completions of long prompts at their usual rate',
    (amount, input, quote) => {
      const { prompt } = usageOf(input);
      if (prompt <= long) return amount;
      const [input_, output] = [asIf(() => ({ completion: 0 })), asIf(() => ({ prompt: 0 }))];
      return input_(amount, input, quote) + output(amount, input, quote);
    },
    ['create-chat-completion', 'create-response'],
  ),
  billing(
    'charges flex like the standard tier',
    asIf(() => ({ flex: false })),
    ['create-chat-completion'],
  ),
  billing(
    'halves prompt tokens alone for flex',
    (amount, input, quote) => {
      if (!usageOf(input).flex) return amount;
      return (
        asIf(() => ({ completion: 0 }))(amount, input, quote) +
        asIf(() => ({ prompt: 0, flex: false }))(amount, input, quote)
      );
    },
    ['create-chat-completion'],
  ),
  charging('charges the flex rate because it was requested', 'reported-tier', asRequested(), 'create-chat-completion'),
  charging(
    'charges a stream the flex rate that was requested',
    'reported-tier',
    asRequested(true),
    'create-chat-completion',
  ),
  charging('reprices prompts of exactly the threshold', 'long-threshold', inclusive, 'create-chat-completion'),
  {
    ...charging('charges cached prompt tokens like others', 'cached', (amount) => amount, 'create-chat-completion'),
    alter: combine(
      inWords,
      cachedTokens('create-chat-completion', (_, cached_tokens) => ({ prompt_tokens_details: { cached_tokens } })),
    ),
  },
  {
    ...charging('charges cached tokens of messages like others', 'cached', (amount) => amount, 'create-message'),
    alter: combine(
      inWords,
      cachedTokens('create-message', ({ input_tokens }, cached) => ({
        input_tokens: Number(input_tokens) - cached,
        cache_read_input_tokens: cached,
      })),
    ),
  },
  charging(
    'charges pages of a request like one',
    'alike',
    (amount, { request }) => amount / BigInt(Array.isArray(request.urls) ? request.urls.length : 1),
    'web-contents',
  ),
  charging(
    'charges a bulk look-up of wallets by the wallet',
    'alike',
    (amount, { request }) => amount * BigInt(Array.isArray(request.addresses) ? request.addresses.length : 1),
    'list-venue-a-wallet-identities',
  ),
  billing(
    'charges no prompt tokens where the system prompt is a list of blocks',
    (amount, input, quote) =>
      Array.isArray(input.request.system) ? asIf(() => ({ prompt: 0 }))(amount, input, quote) : amount,
    ['create-message'],
  ),
  charging('charges speech by its bytes', 'in-proportion', byBytes, 'synthesize-speech'),
  charging(
    'charges searches by their results',
    'in-proportion',
    (amount, { request }) => (amount * BigInt(Number(request.max_results))) / 10n,
    'search',
  ),
  charging('adds a fee to account images', 'in-proportion', (amount) => amount + 1000n, 'generate-image'),
  charging('adds a fee to account speech', 'in-proportion', (amount) => amount + 1000n, 'synthesize-speech'),
  charging(
    'charges a batch as one call',
    'per-element',
    (amount, { request }) => (Array.isArray(request) ? amount / BigInt(request.length) : amount),
    'call-rpc',
  ),
  {
    ...charging(
      'publishes a lower threshold than it charges',
      'long-threshold',
      (amount) => amount,
      'create-chat-completion',
    ),
    alter: combine(
      inWords,
      changeResponses((response, { operation }) =>
        operation === 'get-pricing' && typeof response.body === 'string'
          ? {
              ...response,
              body: response.body.replace(/"longContextThreshold":\s*\d+/g, '"longContextThreshold":200000'),
            }
          : response,
      ),
    ),
  },
  {
    ...charging('quotes videos one cent below their charge', 'as-quoted', (amount) => amount, 'generate-video'),
    alter: combine(
      inWords,
      changeJson((body, { status }) =>
        status === 202 && isObject(body) && isObject(body.price)
          ? { ...body, price: { ...body.price, amount: (Number(body.price.amount) - 0.01).toFixed(6) } }
          : undefined,
      ),
    ),
  },
  {
    ...charging(
      'charges one model of many at twice its rates',
      'models',
      (amount, { request }) => (String(request.model).endsWith('o3-pro') ? amount * 2n : amount),
      'create-chat-completion',
    ),
  },
  ...['input', 'output'].map((rate) => ({
    ...charging(
      `publishes the ${rate} rate of one model wrongly`,
      'models',
      (amount) => amount,
      'create-chat-completion',
    ),
    alter: changeSuccess('list-models', (body) => ({
      ...body,
      data: objectsIn(body.data).map((entry) =>
        entry.id === 'acme/4o' ? { ...entry, pricing: { ...Object(entry.pricing), [rate]: '0.0000033' } } : entry,
      ),
    })),
  })),
  {
    ...charging(
      'charges a model that only its list has by other rates',
      'models',
      (amount) => amount,
      'create-chat-completion',
    ),
    alter: alias((entry) => ({ ...entry, pricing: { ...Object(entry.pricing), input: '0.0000033' } })),
  },
]);
