/** The simulated providers are no kinder than real ones: both run through one table of behaviours, and buyers see the same. */

import { createGateway, type Gateway, type GatewayOptions } from '@tollwright/runtime/gateway/create';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import type { Outcome } from '@tollwright/runtime/operation/script';
import type { Services } from '@tollwright/runtime/pipeline/services';
import { type Respond, sendEvents, sendJson, type TestUpstream } from '@tollwright/runtime/testing/upstream';
import { anthropic } from '@tollwright/runtime/upstream/anthropic';
import { modelsAt } from '@tollwright/runtime/upstream/models';
import { openAi } from '@tollwright/runtime/upstream/openai';
import { createProvider } from '@tollwright/runtime/upstream/provider';
import { isObject, read } from '@tollwright/runtime/values/json';
import { ExactEvmScheme } from '@x402/evm';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountHost } from '#generated/hosts/account.ts';
import { baseHost } from '#generated/hosts/base.ts';
import { builtIn, lifecycles } from '../built-in.ts';
import { startModels } from '../testing/models.ts';

const key = 'sk_of_this_test';
const payTo = '0x209693bc6afc0c5328ba36faf03c514ef312287c';
const messages = [{ role: 'user', content: 'Say hello.' }];

interface Api {
  readonly operation: string;
  readonly path: string;
  readonly request: object;
  /** Events of a provider that has begun to answer. */
  readonly begun: readonly string[];
  /** The last event of a whole stream. */
  readonly last: RegExp;
}

const apis: Readonly<Record<string, Api>> = {
  chat: {
    operation: 'create-chat-completion',
    path: '/v1/chat/completions',
    request: { model: 'acme/large', messages, max_tokens: 64, stream_options: { include_usage: true } },
    begun: ['data: {"choices":[{"index":0,"delta":{"content":"The"}}]}'],
    last: /^data: \[DONE\]$/m,
  },
  responses: {
    operation: 'create-response',
    path: '/v1/responses',
    request: { model: 'acme/large', input: 'Say hello.', max_output_tokens: 64 },
    begun: ['event: response.output_text.delta\ndata: {"type":"response.output_text.delta","delta":"The"}'],
    last: /^event: response\.completed$/m,
  },
  messages: {
    operation: 'create-message',
    path: '/v1/messages',
    request: { model: 'aria/verse', messages, max_tokens: 64 },
    begun: [
      'event: message_start\ndata: {"type":"message_start","message":{"usage":{"input_tokens":7,"output_tokens":1}}}',
      'event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"type":"text_delta","text":"The"}}',
    ],
    last: /^event: message_stop$/m,
  },
};

/** A way in which providers behave: what a real one answers, and the outcome that is scripted for simulated ones. */
interface Behaviour {
  readonly answers?: Respond;
  readonly outcome: Outcome;
}

const refusing =
  (status: number, headers = {}): Respond =>
  (response) =>
    sendJson(response, {}, status, headers);
const behaviours: Readonly<Record<string, Behaviour>> = {
  answers: { outcome: 'succeed' },
  fails: { answers: refusing(500), outcome: 'fail' },
  'refuses the input': { answers: refusing(400), outcome: 'reject' },
  'refuses its key': { answers: refusing(401), outcome: 'unconfigured' },
  'has no capacity': { answers: refusing(429), outcome: 'capacity' },
  'does not answer': { answers: () => undefined, outcome: 'timeout' },
  'breaks off': {
    answers: (response, { url, body }) => {
      const { begun = [] } = Object.values(apis).find(({ path }) => path === url) ?? {};
      if (body.stream) sendEvents(response, begun, true);
      else response.writeHead(200, { 'content-length': '99' }).write('{"id":', () => response.destroy());
    },
    outcome: 'cut',
  },
};

/** The hosts of a gateway whose providers are real or simulated. */
interface World {
  readonly paid: Gateway;
  readonly accounts: Gateway;
}

let models: TestUpstream;
let answer: Respond;
let worlds: { readonly real: World; readonly simulated: World };

/** The handlers of a project, with a provider that is asked once. */
function handlers(services: Services) {
  const options = { baseUrl: `${models.url}/v1`, retries: 0, timeouts: { response: 100 } };
  const provider = () => modelsAt(createProvider(services, options));
  return {
    'create-chat-completion': (call) => openAi(provider()).chat(call, call.request),
    'create-response': (call) => openAi(provider()).responses(call, call.request),
    'create-message': (call) => anthropic(provider()).messages(call, call.request),
  } satisfies GatewayOptions['handlers'];
}

async function start(
  own: (host: HostDefinition) => Pick<GatewayOptions, 'host' | 'handlers' | 'checks'>,
): Promise<World> {
  const balance = 1_000_000_000n;
  const options = { lifecycles, payTo, defaultBalance: balance, apiKeys: [{ key, balance }] };
  return {
    paid: await createGateway({ ...own(baseHost), ...options }),
    accounts: await createGateway({ ...own(accountHost), ...options }),
  };
}

beforeAll(async () => {
  models = await startModels();
  answer = models.respond;
  worlds = { real: await start((host) => ({ host, handlers })), simulated: await start((host) => builtIn(host, 1)) };
});
afterAll(async () => {
  const gateways = Object.values(worlds).flatMap(({ paid, accounts }) => [paid, accounts]);
  await Promise.all([...gateways, models].map((each) => each.close()));
});

const requestTo = (url: string, body: object) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
};

/** Buys a call with the official client. */
function buy({ paid }: World, path: string, body: object): Promise<Response> {
  const pay = wrapFetchWithPaymentFromConfig((input, init) => paid.fetch(new Request(input, init)), {
    schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(privateKeyToAccount(generatePrivateKey())) }],
  });
  return pay(requestTo(`http://gateway.test/api${path}`, body));
}

/** The parts of a response that a buyer sees. */
async function seen(response: Response, { last }: Api) {
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    retryAfter: response.headers.get('retry-after'),
    source: response.headers.get('x-ratelimit-source') !== null,
    isWhole: last.test(text),
    hasError: /^event: error$/m.test(text) || response.status >= 400,
    usage: usageIn(text),
  };
}

/** The usage that a body or the events of a stream report; later counts replace earlier ones. */
function usageIn(text: string): unknown {
  const bodies = text.startsWith('{') ? [text] : [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, data = '']) => data);
  const reported = bodies
    .map((body): unknown => JSON.parse(body))
    .flatMap((body) => {
      const usages = [read(body, 'usage'), read(body, 'message', 'usage'), read(body, 'response', 'usage')];
      return usages.filter(isObject);
    });
  return reported.length === 0 ? undefined : Object.assign({}, ...reported);
}

/** The outcome of a call: what buyers see, and what they pay: by their wallets, and by their account. */
async function outcomeOf(world: World, api: Api, { outcome }: Behaviour, stream: boolean) {
  const { paid, accounts } = world;
  const body = { ...api.request, stream };
  const spent = async () => (await accounts.services.store.accounts.findByKey(key))?.spent ?? 0n;
  const before = { transfers: (await paid.services.store.ledger.transfers()).length, spent: await spent() };
  const script = ({ services }: Gateway, prefix: string) => {
    if (world === worlds.simulated) services.script.direct(`POST ${prefix}${api.path}`, { outcome, detail: {} }, 1);
  };
  script(paid, '/api');
  script(accounts, '');
  const bought = await seen(await buy(world, api.path, body), api);
  const charged = await seen(await accounts.fetch(requestTo(`http://gateway.test${api.path}`, body)), api);
  const transfers = (await paid.services.store.ledger.transfers()).slice(before.transfers);
  const route = accountHost.routes.find(({ operation }) => operation.id === api.operation);
  // The calculator reads the request and the usage, which both have the form that it asks for.
  const metered = { request: body, query: {}, params: {}, response: { usage: charged.usage } } as never;
  const cost = (await spent()) - before.spent;
  const isExact = charged.usage !== undefined && cost === route?.meter?.(metered).amount;
  return {
    bought: { ...bought, usage: bought.usage !== undefined },
    charged: { ...charged, usage: charged.usage !== undefined },
    paid: transfers.map(({ amount }) => amount),
    cost: cost === 0n ? 'nothing' : isExact ? 'by its usage' : 'otherwise',
  };
}

describe.each(Object.entries(apis))('%s', (_, api) => {
  const cases = Object.entries(behaviours).flatMap(([name, behaviour]) =>
    [false, true].map((stream) => [name, stream ? 'as a stream' : 'whole', behaviour, stream] as const),
  );
  test.each(cases)('of a provider that %s, %s', async (name, _form, behaviour, stream) => {
    models.respond = behaviour.answers ?? answer;
    const real = await outcomeOf(worlds.real, api, behaviour, stream);
    expect(await outcomeOf(worlds.simulated, api, behaviour, stream)).toEqual(real);
    const isSold = name === 'answers';
    expect([real.paid.length, real.cost]).toEqual(isSold ? [1, 'by its usage'] : [0, 'nothing']);
    expect(real.bought.hasError).toBe(!isSold);
  });
});
