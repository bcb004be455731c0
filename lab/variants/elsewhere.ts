import type { Answer } from '@tollwright/runtime/http/request';
import type { PaymentDefinition } from '@tollwright/runtime/operation/host';
import { isObject } from '@tollwright/runtime/values/json';
import type { Alteration } from '#gateway/start.ts';
import { objectsIn } from '../toolkit/messages.ts';
import { changeBody, rejectBody } from '../toolkit/requests.ts';
import { changeHost, changePrice, keepRoutes, removeOperations } from '../toolkit/routes.ts';
import { changeJson, changeResponses, changeSuccess, combine } from '../toolkit/server.ts';
import { overrideBlocks } from '../toolkit/services.ts';
import { defineVariants, type VariantDefinition, type VariantHost } from './variant.ts';

const fee = 1000n;
const chats = ['create-chat-completion', 'create-chat-completion-for-model', 'create-message', 'create-response'];

const changePayment = (change: (payment: PaymentDefinition) => PaymentDefinition): Alteration =>
  changeHost((host) => (host.payment ? { ...host, payment: change(host.payment) } : host));

const served: Answer = {
  status: 200,
  headers: { 'Content-Type': 'application/json' },
  body: '{"data":[{"url":"https://example.com/one.png"}]}',
};

/** Serves a path that the documents give to other hosts. */
const serving =
  (end: string, given: Answer = served): Alteration =>
  (parts) =>
    changeResponses((own, { operation, call }) =>
      operation === undefined && own.status === 404 && call.path === parts.host.prefix + end ? given : own,
    )(parts);

const on = (...hosts: VariantHost[]) => ({ hosts });

/** Windows where the documents give none. */
const windows = (['solana', 'arc', 'nano', 'test'] as const).map((host): VariantDefinition => ({
  name: `states a payment window of 77 seconds on ${host}`,
  questions: ['challenge-window-elsewhere'],
  choice: `window of ${host}`,
  ...on(host),
  alter: changePayment((payment) => ({ ...payment, window: 77 })),
}));

/** The models that media operations use where a request names none. */
const defaults: readonly (readonly [operations: readonly string[], catalog: string, model: string])[] = [
  [['edit-image', 'generate-image'], 'list-image-models', 'acme/img-a2'],
  [['generate-video', 'create-video'], 'list-video-models', 'glimmer/vid-g1'],
  [['synthesize-speech'], 'list-audio-models', 'acme/flash'],
];

/** A gateway that sells none of these models: they are in no catalog, and requests for them are for an unknown model. */
const unsold = defaults.flatMap(([operations, catalog, model]): readonly Alteration[] => [
  changeBody(operations, (body) => ((body.model ?? model) === model ? { ...body, model: 'none/such' } : body)),
  changeSuccess(catalog, (body) => ({ ...body, data: objectsIn(body.data).filter(({ id }) => id !== model) })),
]);

/** Choices for other hosts, and for paths that the documents do not mention. */
export const elsewhere = defineVariants('elsewhere', [
  ...windows,
  {
    name: 'is paid on another Arc network',
    questions: ['arc-network'],
    ...on('arc'),
    alter: changePayment((payment) => ({ ...payment, network: 'eip155:1244', asset: `0x${'5e'.repeat(20)}` })),
  },
  {
    name: 'names the Solana network differently',
    questions: ['solana-network'],
    ...on('solana'),
    alter: changePayment((payment) => ({ ...payment, network: 'solana:mainnet' })),
  },
  {
    name: 'offers one network fewer on the nano gateway',
    questions: ['nano-networks', 'nano-gateway'],
    ...on('nano'),
    alter: changePayment(({ also = [], ...payment }) => ({ ...payment, also: also.slice(0, 1) })),
  },
  {
    name: 'serves only text operations on the nano gateway',
    questions: ['nano-gateway'],
    choice: 'paths of nano',
    ...on('nano'),
    alter: keepRoutes(({ operation }) =>
      /^(create-(chat|message|response)|get-response|list-models|search)/.test(operation.id),
    ),
  },
  {
    name: 'serves no data on the test gateway',
    questions: ['test-gateway'],
    ...on('test'),
    alter: keepRoutes(({ path }) => !/\/pm\/|stocks|crypto/.test(path)),
  },
  {
    name: 'sells no default media models on the test gateway',
    questions: ['test-gateway'],
    choice: 'media models of test',
    ...on('test'),
    alter: combine(...unsold),
  },
  {
    name: 'serves other models on the test gateway',
    questions: ['test-gateway'],
    choice: 'models of test',
    ...on('test'),
    alter: changeJson((body, { status }, { operation }) =>
      status === 200 && operation === 'list-models' && isObject(body)
        ? {
            ...body,
            data: objectsIn(body.data)
              .slice(0, 3)
              .map((entry, index) => ({ ...entry, id: `zeta/${index}` })),
          }
        : undefined,
    ),
  },
  {
    name: 'serves no model in the path on Arc',
    questions: ['arc-core-subset'],
    ...on('arc'),
    alter: removeOperations('create-chat-completion-for-model'),
  },
  {
    name: 'serves no free reads on Arc',
    questions: ['arc-core-subset'],
    ...on('arc'),
    alter: removeOperations('list-models', 'get-pricing', 'get-health', 'get-wallet-balance', 'get-x402-manifest'),
  },
  {
    name: 'serves images on Arc',
    questions: ['arc-core-subset'],
    choice: 'images on Arc',
    ...on('arc'),
    alter: serving('/images/models'),
  },
  {
    name: 'holds searches on Arc within their range, with margin and fee',
    questions: ['arc-search-range'],
    ...on('arc'),
    alter: changePrice(['search'], (_, { request }) => {
      const amount = BigInt(Number(request.max_results ?? 10)) * 26_250n + fee;
      return amount > 1_250_000n ? 1_250_000n : amount;
    }),
  },
  {
    name: 'refuses a background that is false on Arc',
    questions: ['stateless-fields'],
    choice: 'background on Arc',
    ...on('arc'),
    alter: rejectBody(['create-response'], ({ background }) => (background === false ? 'background' : undefined)),
  },
  {
    name: 'charges the fee for texts on Arc',
    questions: ['arc-text-range'],
    ...on('arc'),
    alter: changePrice(chats, (amount) => (amount + fee > 5_000_000n ? 5_000_000n : amount + fee)),
  },
  {
    name: 'serves portraits and on-ramp links on Solana',
    questions: ['solana-paths', 'onramp-hosts', 'portrait-hosts'],
    ...on('solana'),
    alter: combine(serving('/portrait/enroll'), serving('/onramp/token')),
  },
  {
    name: 'lacks funding on Solana',
    questions: ['solana-paths'],
    choice: 'funding',
    ...on('solana'),
    alter: removeOperations('fund-venue-a-account'),
  },
  {
    name: 'takes a Solana block that it has never seen for a new one',
    questions: ['solana-payments'],
    ...on('solana'),
    alter: overrideBlocks(
      ({ find }) =>
        async (hash, now) =>
          (await find(hash, now)) ?? { made: now },
    ),
  },
  {
    name: 'serves portraits on the account host',
    questions: ['portrait-hosts'],
    ...on('account'),
    alter: serving('/portrait/enroll'),
  },
  {
    name: 'serves on-ramp links on the account host',
    questions: ['onramp-hosts'],
    ...on('account'),
    alter: serving('/onramp/token'),
  },
  {
    name: 'serves image edits on the account host',
    questions: ['edit-on-account'],
    ...on('account'),
    alter: serving('/images/image2image'),
  },
  {
    name: 'serves web searches on the test host',
    questions: ['web-search-networks'],
    ...on('test'),
    alter: serving('/websearch/search'),
  },
]);
