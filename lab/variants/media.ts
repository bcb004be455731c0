import type { Input, Quote } from '@tollwright/runtime/operation';
import { isObject } from '@tollwright/runtime/values';
import { perSecondModel } from '#gateway/handlers/audio/speech-model.ts';
import type { Alteration } from '#gateway/start.ts';
import { textModelsEntries } from '#generated/catalogs/text-models.ts';
import { videoModelsEntries } from '#generated/catalogs/video-models.ts';
import { type JsonObject, objectsIn } from '../toolkit/json.ts';
import { changePrice } from '../toolkit/prices.ts';
import { changeBody, rejectBody } from '../toolkit/requests.ts';
import { changeRoutes } from '../toolkit/routes.ts';
import { changeJson, changeRequests, changeResponses, changeSuccess, combine } from '../toolkit/server.ts';
import { bodyFields, contracts } from './contract.ts';
import { defineVariants, type VariantDefinition } from './variant.ts';

const fee = 1000n;
const videos = ['generate-video', 'create-video'];
const chats = ['create-chat-completion', 'create-chat-completion-for-model', 'create-message'];

const videoModels: readonly JsonObject[] = videoModelsEntries;
const videoModel = ({ model }: JsonObject): JsonObject | undefined =>
  videoModels.find(({ id }) => id === (model ?? 'glimmer/vid-g1'));

/** The first name of a body that its schema does not have. */
const unknownTo =
  (operation: string) =>
  (body: JsonObject): string | undefined => {
    const known = bodyFields(contracts.base, operation);
    return Object.keys(body).find((name) => !(name in known));
  };

/** Measures speech in another unit than code points: its bound and its price. */
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
      const told = quote(input);
      const { request }: { readonly request: JsonObject } = input;
      if (!perSecondModel(String(request.model))) return told;
      const { seconds, amount } = change(Number(told.amount) / 3000);
      return { amount, breakdown: told.breakdown, details: { generation_info: { estimated_seconds: seconds } } };
    };
    return { ...route, quote: estimated };
  });

/** What images, sounds and texts leave open. */
const others: readonly VariantDefinition[] = [
  {
    name: 'no sizes that nobody names',
    questions: ['image-sizes-unnamed'],
    alter: rejectBody(['generate-image'], ({ size }) =>
      ['1536x1536', '2560x1440', '2304x1728'].includes(String(size)) ? 'size' : undefined,
    ),
  },
  {
    name: 'a replay of an image that says to sign once more',
    questions: ['image-replay-advice'],
    hosts: ['base'],
    alter: changeJson((body, { status }, { operation }) =>
      status === 402 && operation === 'generate-image' && isObject(body) && body.code === 'PAYMENT_REPLAY'
        ? { ...body, message: 'Sign a fresh authorization.', advice: 'retry' }
        : undefined,
    ),
  },
  {
    name: 'speech that is thought to be slow',
    questions: ['speech-estimate'],
    hosts: ['base'],
    alter: estimating((seconds) => {
      const longer = Math.min(seconds * 2, 120);
      return { seconds: longer, amount: BigInt(longer) * 3000n };
    }),
  },
  {
    name: 'seconds of speech with a margin and a fee',
    questions: ['speech-seconds-fee'],
    choice: 'speech-estimate',
    hosts: ['base'],
    alter: estimating((seconds) => ({ seconds, amount: BigInt(seconds) * 3150n + fee })),
  },
  {
    name: 'a fee on characters of speech',
    questions: ['speech-fee'],
    hosts: ['base'],
    alter: changePrice(['synthesize-speech'], (amount, { request }) =>
      perSecondModel(String(request.model)) ? amount : amount + fee,
    ),
  },
  {
    name: 'speech in bytes',
    questions: ['character-unit'],
    alter: measured((text) => Buffer.byteLength(text)),
  },
  { name: 'speech in UTF-16 units', questions: ['character-unit'], alter: measured((text) => text.length) },
  {
    name: 'no tools but functions',
    questions: ['chat-tools-shape'],
    alter: rejectBody(chats, ({ tools }) =>
      tools === undefined || (objectsIn(tools).length > 0 && objectsIn(tools).every(({ type }) => type === 'function'))
        ? undefined
        : 'tools',
    ),
  },
  {
    name: 'models without their prefix',
    questions: ['model-prefix'],
    alter: changeBody(chats, (body) => {
      const { model } = body;
      const whole = textModelsEntries.find(({ id }) => typeof model === 'string' && id.endsWith(`/${model}`));
      return whole ? { ...body, model: whole.id } : body;
    }),
  },
  {
    name: 'no responses with a state',
    questions: ['stateless-fields'],
    alter: rejectBody(['create-response'], (body) =>
      ['store', 'previous_response_id', 'conversation', 'prompt'].find((name) => body[name] !== undefined),
    ),
  },
  {
    name: 'no background on the account host',
    questions: ['background-on-account'],
    hosts: ['account'],
    alter: rejectBody(['create-response'], ({ background }) => (background === true ? 'background' : undefined)),
  },
];

/** The price of a clip in whole micro-USD for each second. */
function bySeconds(amount: bigint, request: JsonObject): bigint {
  const model = videoModel(request);
  const { constants } = contracts.base.service;
  if (!isObject(constants) || !isObject(model?.factors) || Number(model.token_rate) === 0) return amount;
  const factor = Number(model.factors[String(request.resolution ?? model.default_resolution)]);
  const each = Math.round(Number(constants.video_tokens_per_second) * factor * Number(model.token_rate) * 1.05);
  return BigInt(each * Number(request.duration_seconds ?? model.default_seconds)) + fee;
}

const isPriced = (request: JsonObject): boolean => {
  const { priced, default_resolution } = videoModel(request) ?? {};
  return Array.isArray(priced) && priced.includes(request.resolution ?? default_resolution);
};

/** What a poll URL carries beside the stated names. */
const further = 'res=720p';

const pollUrls = (change: (url: string) => string): Alteration =>
  changeJson((body, { status }) =>
    status === 202 && isObject(body) && /videos/.test(String(body.poll_url))
      ? { ...body, poll_url: change(String(body.poll_url)) }
      : undefined,
  );

/** A poll whose query is not the one that was given out is refused, by its signature. */
const signedFurther: Alteration = combine(
  pollUrls((url) => `${url}${url.includes('?') ? '&' : '?'}${further}`),
  changeRequests(({ path, query }) => {
    if (!/\/videos\/.*%3A|\/videos\/.*:/.test(path)) return undefined;
    const parts = query.split('&');
    const rest = parts.filter((part) => part !== further).join('&');
    return { query: parts.includes(further) ? rest : rest.replace('sig=', 'sig=0') };
  }),
);

/** Says of jobs that were given out once, and are found no more, that they are gone. */
const goneJobs: Alteration = (parts) => {
  const given = new Set<string>();
  return changeResponses((own, { call }) => {
    if (own.status === 404 && given.has(call.path)) return { ...own, status: 410 };
    const body: unknown = own.status === 202 && typeof own.body === 'string' ? JSON.parse(own.body) : undefined;
    const url = isObject(body) ? String(body.poll_url).split('?')[0] : undefined;
    if (url?.includes('/videos/')) given.add(url);
    return own;
  })(parts);
};

const elsewhere = '/jobs-of-videos';

const clips: readonly VariantDefinition[] = [
  {
    name: 'a margin on seconds of video',
    questions: ['video-margin'],
    hosts: ['base'],
    choice: 'video price',
    alter: changePrice(videos, (amount, { request }) =>
      Number(videoModel(request)?.per_second ?? 0) > 0 ? ((amount - fee) * 105n) / 100n + fee : amount,
    ),
  },
  {
    name: 'whole micro-USD for each second of video',
    questions: ['video-rounding', 'sub-micro-amounts'],
    hosts: ['base'],
    choice: 'video price',
    alter: changePrice(videos, (amount, { request }) => (isPriced(request) ? bySeconds(amount, request) : amount)),
  },
  {
    name: 'other tiers of video for twice the price',
    questions: ['video-rates'],
    alter: changePrice(videos, (amount, { request }) => (isPriced(request) ? amount : amount * 2n)),
  },
  {
    name: 'videos for at least 0.003 USD on the account host',
    questions: ['video-minimum-on-account'],
    hosts: ['account'],
    alter: changePrice(videos, (amount) => (amount > 3000n ? amount : 3000n)),
  },
  {
    name: 'video models by the token',
    questions: ['video-billing-mode'],
    choice: 'envelope of list-video-models',
    hosts: ['base'],
    alter: changeSuccess('list-video-models', (body) => ({
      ...body,
      data: objectsIn(body.data).map((entry) => ({
        ...entry,
        pricing: { ...Object(entry.pricing), per_second: 7, per_million_tokens: '5' },
      })),
    })),
  },
  {
    name: 'no video models among images',
    questions: ['video-catalog-place'],
    hosts: ['account'],
    choice: 'envelope of list-image-models',
    alter: changeSuccess('list-image-models', (body) => ({
      ...body,
      data: objectsIn(body.data).filter(({ id }) => videoModel({ model: String(id) }) === undefined),
    })),
  },
  {
    name: 'videos without items',
    questions: ['video-content-items'],
    alter: rejectBody(['create-video'], () => 'content'),
  },
  {
    name: 'no input type beside a face',
    questions: ['video-face-input-type'],
    alter: rejectBody(['generate-video'], ({ input_type, real_face_asset_id }) =>
      input_type !== undefined && real_face_asset_id !== undefined ? 'input_type' : undefined,
    ),
  },
  {
    name: 'no seeds that are ignored',
    questions: ['video-ignored-seeds'],
    alter: rejectBody(['generate-video'], (body) =>
      videoModel(body)?.family === 'S'
        ? undefined
        : ['real_face_asset_id', 'last_frame_url', 'reference_image_urls'].find((name) => body[name] !== undefined),
    ),
  },
  {
    name: 'upright videos where nothing is said',
    questions: ['video-orientation'],
    alter: changeBody(['generate-video'], (body) =>
      body.aspect_ratio === undefined && videoModel(body)?.family !== 'R' ? { ...body, aspect_ratio: '9:16' } : body,
    ),
  },
  { name: '410 for videos that are gone', questions: ['video-claim-end'], hosts: ['base'], alter: goneJobs },
  {
    name: 'polls of videos on paths of their own',
    questions: ['video-poll-on-account'],
    hosts: ['account'],
    alter: combine(
      pollUrls((url) => elsewhere + url),
      changeRequests(({ path }) => (path.startsWith(elsewhere) ? { path: path.slice(elsewhere.length) } : undefined)),
    ),
  },
  {
    name: 'polls of videos that carry more',
    questions: ['video-poll-query'],
    alter: signedFurther,
  },
  {
    name: 'resolutions that lenient models ignore',
    questions: ['video-resolutions'],
    alter: changeBody(['generate-video'], (body) => {
      const { lenient, factors } = videoModel(body) ?? {};
      const { resolution, ...rest } = body;
      const sold = isObject(factors) && String(resolution) in factors;
      return lenient && !sold && ['480p', '720p', '1080p', '4K'].includes(String(resolution)) ? rest : body;
    }),
  },
  {
    name: 'no long URLs of images',
    questions: ['video-seed-images'],
    alter: rejectBody(['generate-video'], ({ image_url }) =>
      String(image_url).length > 200 ? 'image_url' : undefined,
    ),
  },
  {
    name: 'unknown fields of videos refused',
    questions: ['video-unknown-fields'],
    alter: rejectBody(['generate-video'], unknownTo('generate-video')),
  },
];

/** Images, sounds, videos and texts where the documents leave a choice. */
export const media = defineVariants('media', [...others, ...clips]);
