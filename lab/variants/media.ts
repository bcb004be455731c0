import type { Quote } from '@tollwright/runtime/money/formula';
import type { Input } from '@tollwright/runtime/operation/operation';
import { isObject } from '@tollwright/runtime/values/json';
import { perSecondModel } from '#gateway/handlers/audio/index.ts';
import type { Alteration } from '#gateway/start.ts';
import { textModelsEntries } from '#generated/catalogs/text-models.ts';
import { type JsonObject, objectsIn } from '../toolkit/messages.ts';
import { codeOf } from '../toolkit/payment-headers.ts';
import { changeBody, rejectBody } from '../toolkit/requests.ts';
import { changePrice, changeRoutes } from '../toolkit/routes.ts';
import { changeJson } from '../toolkit/server.ts';
import { defineVariants } from './variant.ts';

const fee = 1000n;
const chats = ['create-chat-completion', 'create-chat-completion-for-model', 'create-message'];

/** Measures the length and the price of speech in a different unit than code points. */
const measured = (length: (text: string) => number): Alteration =>
  changeBody(['synthesize-speech'], (body) =>
    typeof body.input === 'string' ? { ...body, input: 'a'.repeat(length(body.input)) } : body,
  );

/** Quotes of speech by the second, by an estimate of seconds. */
const estimating = (change: (seconds: number) => { readonly seconds: number; readonly amount: bigint }): Alteration =>
  changeRoutes(['synthesize-speech'], (route) => {
    const { quote } = route;
    if (!quote) return route;
    const estimated = (input: Input<never, never, never>): Quote => {
      const own = quote(input);
      const { request }: { readonly request: JsonObject } = input;
      if (!perSecondModel(String(request.model))) return own;
      const { seconds, amount } = change(Number(own.amount) / 3000);
      return { amount, breakdown: own.breakdown, details: { generation_info: { estimated_seconds: seconds } } };
    };
    return { ...route, quote: estimated };
  });

/** Images, sounds and texts where the documents leave a choice. */
export const media = defineVariants('media', [
  {
    name: 'rejects image sizes that no model lists',
    questions: ['image-sizes-unnamed'],
    alter: rejectBody(['generate-image'], ({ size }) =>
      ['1536x1536', '2560x1440', '2304x1728'].includes(String(size)) ? 'size' : undefined,
    ),
  },
  {
    name: 'advises a fresh signature for an image replay',
    questions: ['image-replay-advice'],
    hosts: ['base'],
    alter: changeJson((body, { status }, { operation }) =>
      status === 402 && operation === 'generate-image' && isObject(body) && body.code === codeOf('used')
        ? { ...body, message: 'Sign a fresh authorization.', advice: 'retry' }
        : undefined,
    ),
  },
  {
    name: 'does not validate the voice for the model that ignores it',
    questions: ['ignored-voice'],
    alter: changeBody(['synthesize-speech'], (body) => {
      const { voice: _, ...others } = body;
      return perSecondModel(String(body.model)) ? others : body;
    }),
  },
  {
    name: 'estimates twice the seconds of speech',
    questions: ['speech-estimate'],
    hosts: ['base'],
    alter: estimating((seconds) => {
      const longer = Math.min(seconds * 2, 120);
      return { seconds: longer, amount: BigInt(longer) * 3000n };
    }),
  },
  {
    name: 'charges margin and fee for seconds of speech',
    questions: ['speech-seconds-fee'],
    choice: 'speech-estimate',
    hosts: ['base'],
    alter: estimating((seconds) => {
      const amount = BigInt(seconds) * 3150n + fee;
      return { seconds, amount: amount > 360_000n ? 360_000n : amount };
    }),
  },
  {
    name: 'charges a fee for characters of speech',
    questions: ['speech-fee'],
    hosts: ['base'],
    alter: changePrice(['synthesize-speech'], (amount, { request }) =>
      perSecondModel(String(request.model)) ? amount : amount + fee,
    ),
  },
  { name: 'counts speech in UTF-16 units', questions: ['character-unit'], alter: measured((text) => text.length) },
  {
    name: 'rejects tools other than functions',
    questions: ['chat-tools-shape'],
    alter: rejectBody(chats, ({ tools }) =>
      tools === undefined || (objectsIn(tools).length > 0 && objectsIn(tools).every(({ type }) => type === 'function'))
        ? undefined
        : 'tools',
    ),
  },
  {
    name: 'accepts models without their prefix',
    questions: ['model-prefix'],
    alter: changeBody(chats, (body) => {
      const { model } = body;
      const whole = textModelsEntries.find(({ id }) => typeof model === 'string' && id.endsWith(`/${model}`));
      return whole ? { ...body, model: whole.id } : body;
    }),
  },
  {
    name: 'requires a user in metadata of messages',
    questions: ['messages-metadata'],
    alter: rejectBody(['create-message'], ({ metadata }) =>
      isObject(metadata) && metadata.user_id === undefined ? 'metadata' : undefined,
    ),
  },
  {
    name: 'rejects unknown metadata of messages',
    questions: ['messages-metadata'],
    alter: rejectBody(['create-message'], ({ metadata }) =>
      isObject(metadata) && Object.keys(metadata).some((key) => key !== 'user_id') ? 'metadata' : undefined,
    ),
  },
  {
    name: 'rejects stateful responses',
    questions: ['stateless-fields'],
    alter: rejectBody(['create-response'], (body) =>
      ['store', 'previous_response_id', 'conversation', 'prompt'].find((name) => body[name] !== undefined),
    ),
  },
  {
    name: 'rejects background responses on the account host',
    questions: ['background-on-account'],
    hosts: ['account'],
    alter: rejectBody(['create-response'], ({ background }) => (background === true ? 'background' : undefined)),
  },
]);
