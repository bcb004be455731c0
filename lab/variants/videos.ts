import { isObject } from '@tollwright/runtime/values/json';
import type { Alteration } from '#gateway/start.ts';
import { videoModelsEntries } from '#generated/catalogs/video-models.ts';
import { type JsonObject, objectsIn } from '../toolkit/messages.ts';
import { changeBody, rejectBody } from '../toolkit/requests.ts';
import { changePrice } from '../toolkit/routes.ts';
import { changeJson, changeRequests, changeResponses, changeSuccess, combine } from '../toolkit/server.ts';
import { bodyFields, contracts } from './contract.ts';
import { defineVariants } from './variant.ts';

const fee = 1000n;
const operations = ['generate-video', 'create-video'];

const videoModels: readonly JsonObject[] = videoModelsEntries;
const videoModel = ({ model }: JsonObject): JsonObject | undefined =>
  videoModels.find(({ id }) => id === (model ?? 'glimmer/vid-g1'));

/** The first field of a body that its schema does not have. */
const unknownTo =
  (operation: string) =>
  (body: JsonObject): string | undefined => {
    const known = bodyFields(contracts.base, operation);
    return Object.keys(body).find((name) => !(name in known));
  };

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

/** Twice the listed price of a second. */
const doubled = ({ pricing }: JsonObject): JsonObject => ({
  per_second: String(2 * Number(Object(pricing).per_second)),
});

/** Further parameters of a poll URL. */
const further = 'res=720p';

const pollUrls = (change: (url: string) => string): Alteration =>
  changeJson((body, { status }) =>
    status === 202 && isObject(body) && /videos/.test(String(body.poll_url))
      ? { ...body, poll_url: change(String(body.poll_url)) }
      : undefined,
  );

/** Refuses polls whose query does not match its signature. */
const signedFurther: Alteration = combine(
  pollUrls((url) => `${url}${url.includes('?') ? '&' : '?'}${further}`),
  changeRequests(({ path, query }) => {
    if (!/\/videos\/.*%3A|\/videos\/.*:/.test(path)) return undefined;
    const parts = query.split('&');
    const rest = parts.filter((part) => part !== further).join('&');
    return { query: parts.includes(further) ? rest : rest.replace('sig=', 'sig=0') };
  }),
);

/** Returns 410 for jobs that existed once and are deleted. */
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

/** Videos where the documents leave a choice. */
export const videos = defineVariants('videos', [
  {
    name: 'charges whole micro-USDC for each second of video',
    questions: ['video-rounding', 'sub-micro-amounts'],
    hosts: ['base'],
    choice: 'video price',
    alter: changePrice(operations, (amount, { request }) => (isPriced(request) ? bySeconds(amount, request) : amount)),
  },
  {
    name: 'charges twice the price for unlisted video tiers',
    questions: ['video-rates'],
    // The account host charges what its catalog lists (core-391).
    hosts: ['base', 'solana', 'nano', 'test'],
    alter: combine(
      changePrice(operations, (amount, { request }) => (isPriced(request) ? amount : amount * 2n)),
      // What a catalog lists is what is quoted.
      changeSuccess('list-video-models', (body) => ({
        ...body,
        data: objectsIn(body.data).map((entry) =>
          isPriced({ model: entry.id })
            ? entry
            : { ...entry, pricing: { ...Object(entry.pricing), ...doubled(entry) } },
        ),
      })),
    ),
  },
  {
    name: 'charges at least 0.003 USD for videos on the account host',
    questions: ['video-minimum-on-account'],
    hosts: ['account'],
    alter: changePrice(operations, (amount) => (amount > 3000n ? amount : 3000n)),
  },
  {
    name: 'lists video models with token prices',
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
    name: 'lists video models among text models, too',
    questions: ['video-catalog-place'],
    hosts: ['base'],
    alter: changeSuccess('list-models', (body) => ({
      ...body,
      data: [...objectsIn(body.data), { id: 'riverrun/vid-r', billing_mode: 'per_second', categories: [] }],
    })),
  },
  {
    name: 'rejects `content` items for videos',
    questions: ['video-content-items'],
    alter: rejectBody(['create-video'], () => 'content'),
  },
  {
    name: 'rejects `input_type` together with a face asset',
    questions: ['video-face-input-type'],
    alter: rejectBody(['generate-video'], ({ input_type, real_face_asset_id }) =>
      input_type !== undefined && real_face_asset_id !== undefined ? 'input_type' : undefined,
    ),
  },
  {
    name: 'rejects a last frame for models of family G',
    questions: ['video-ignored-seeds'],
    alter: rejectBody(['generate-video'], (body) =>
      videoModel(body)?.family === 'G' && body.last_frame_url !== undefined ? 'last_frame_url' : undefined,
    ),
  },
  {
    name: 'makes portrait videos by default',
    questions: ['video-orientation'],
    alter: changeBody(['generate-video'], (body) =>
      body.aspect_ratio === undefined && videoModel(body)?.family !== 'R' ? { ...body, aspect_ratio: '9:16' } : body,
    ),
  },
  { name: 'responds 410 to polls of expired videos', questions: ['video-claim-end'], hosts: ['base'], alter: goneJobs },
  {
    name: 'serves video polls on other paths',
    questions: ['video-poll-on-account'],
    hosts: ['account'],
    alter: combine(
      pollUrls((url) => elsewhere + url),
      changeRequests(({ path }) => (path.startsWith(elsewhere) ? { path: path.slice(elsewhere.length) } : undefined)),
    ),
  },
  {
    name: 'adds a parameter to video poll URLs',
    questions: ['video-poll-query'],
    alter: signedFurther,
  },
  {
    name: 'ignores resolutions that VID-R lacks',
    questions: ['video-resolutions'],
    alter: changeBody(['generate-video'], (body) => {
      const { resolution, ...rest } = body;
      const ignored = ['480p', '1080p', '4K'].includes(String(resolution)) && videoModel(body)?.family === 'R';
      return ignored ? rest : body;
    }),
  },
  {
    name: 'bills resolutions that a lenient model lacks at twice the price',
    questions: ['video-resolutions'],
    hosts: ['base'],
    alter: changePrice(['generate-video'], (amount, { request }) => {
      const { lenient, factors, default_resolution } = videoModel(request) ?? {};
      const sold = isObject(factors) && String(request.resolution ?? default_resolution) in factors;
      return lenient && !sold ? amount * 2n : amount;
    }),
  },
  {
    name: 'rejects long image URLs',
    questions: ['video-seed-images'],
    alter: rejectBody(['generate-video'], ({ image_url }) =>
      String(image_url).length > 200 ? 'image_url' : undefined,
    ),
  },
  {
    name: 'rejects unknown fields of videos',
    questions: ['video-unknown-fields'],
    alter: rejectBody(['generate-video'], unknownTo('generate-video')),
  },
]);
