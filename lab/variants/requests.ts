import { randomUUID } from 'node:crypto';
import type { Answer } from '@tollwright/runtime/http/request';
import type { Alteration } from '#gateway/start.ts';
import { videoModelsEntries } from '#generated/catalogs/video-models.ts';
import type { JsonObject } from '../toolkit/messages.ts';
import { changeBody, changeQuery, rejectBody, rejectQuery } from '../toolkit/requests.ts';
import { changeRequests, changeResponses, changeSuccess, combine } from '../toolkit/server.ts';
import { bodyFields, contracts, operationIds } from './contract.ts';
import { defineVariants } from './variant.ts';

const venues = ['list-venue-a-markets', 'list-venue-b-markets'];
const videos = ['generate-video', 'create-video'];

/** Counts lengths in UTF-16 units, as many languages do. */
const inUtf16 = combine(
  ...operationIds.map((id) => {
    const bounds = Object.entries(bodyFields(contracts.base, id)).map(
      ([name, { maxLength }]) => [name, Number(maxLength ?? Number.POSITIVE_INFINITY)] as const,
    );
    return rejectBody([id], (body) => bounds.find(([name, most]) => isLonger(body[name], most))?.[0]);
  }),
  rejectQuery(venues, ({ search }) => (isLonger(search, 100) ? 'search' : undefined)),
);

function isLonger(value: unknown, most: number): boolean {
  return typeof value === 'string' && value.length > most;
}

/** Refuses empty or blank texts and empty lists, but not in bodies of other protocols that are passed on. */
const nothingEmpty = combine(
  ...operationIds
    .filter((id) => !/-rpc$/.test(id))
    .map((id) => {
      const names = Object.keys(bodyFields(contracts.base, id));
      return rejectBody([id], (body) => names.find((name) => isEmpty(body[name])));
    }),
);

function isEmpty(value: unknown): boolean {
  return (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0);
}

const withoutEmpty = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

/** Accepts null as absent, as languages do whose optional fields are null; what is passed through follows a different protocol. */
const nullForNothing = changeBody(
  operationIds.filter((id) => !/-rpc$/.test(id)),
  (body) => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)),
);

/** Reads URLs as browsers do: it trims blanks, and ignores the case of scheme and host. */
const asUrls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asUrls);
  if (typeof value !== 'string' || !/^\s*(https?|data):/i.test(value)) return value;
  return value.trim().replace(/^(?:https?:\/\/[^/]*|data:[^,]*,)/i, (start) => start.toLowerCase());
};

/** Accepts only assets that this gateway created. */
const knowingAssets: Alteration = (parts) => {
  const enrolled = new Set<unknown>();
  const remember = (operation: string) =>
    changeSuccess(operation, (body) => {
      enrolled.add(body.asset_id);
      return body;
    });
  // Family G ignores faces, so that no id of one is wrong.
  const known = rejectBody(videos, ({ real_face_asset_id: asset, model }) =>
    asset === undefined || enrolled.has(asset) || familyOf(model) === 'G' ? undefined : 'real_face_asset_id',
  );
  return combine(remember('enroll-portrait'), remember('enroll-realface'), known)(parts);
};

const models: readonly JsonObject[] = videoModelsEntries;
const familyOf = (model: unknown = 'glimmer/vid-g1') => models.find(({ id }) => id === model)?.family;
const settings = ['generate_audio', 'seed', 'watermark', 'return_last_frame'];
const ignoredBy: Readonly<Record<string, readonly string[]>> = {
  G: [...settings, 'reference_videos', 'reference_audios'],
  R: [...settings, 'reference_videos', 'reference_audios', 'aspect_ratio', 'input_type'],
};

/** Drops the fields that a model ignores, so that no value of them is invalid. */
const unread = (body: JsonObject): JsonObject => {
  const ignored = ignoredBy[String(familyOf(body.model))] ?? [];
  return Object.fromEntries(Object.entries(body).filter(([name]) => !ignored.includes(name)));
};

/** Models whose family the documents do not state. */
const labels = [
  'acme/large',
  'acme/flex',
  'acme/long',
  'acme/4.1',
  'acme/4o',
  'acme/o1',
  'acme/o3-mini',
  'acme/gpt-oss',
];

/** True for the response about an unknown job. */
const isUnknownJob = ({ status, body }: Answer) => status === 404 && /job/i.test(String(body));

const unsigned: Answer = {
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: 'Invalid poll URL', message: 'Use the poll_url as it was given out.' }),
};

/** Requests that the documents neither require nor forbid, and their responses. */
export const requests = defineVariants('requests', [
  { name: 'counts lengths in UTF-16 units', questions: ['length-unit'], alter: inUtf16 },
  { name: 'rejects empty strings and lists', questions: ['empty-values'], alter: nothingEmpty },
  {
    name: 'reads an empty text as an omitted field',
    questions: ['empty-values'],
    alter: combine(changeBody(operationIds, withoutEmpty), changeQuery(operationIds, withoutEmpty)),
  },
  {
    name: 'takes symbols of candles in any letter case',
    alter: changeRequests(({ path }) =>
      path.includes('/binance/') ? { path: path.replace(/[^/]+$/, (symbol) => symbol.toUpperCase()) } : undefined,
    ),
  },
  { name: 'accepts null for omitted fields', questions: ['null-values'], alter: nullForNothing },
  {
    name: 'reads URLs as browsers do',
    alter: changeBody(operationIds, (body) =>
      Object.fromEntries(Object.entries(body).map(([name, value]) => [name, asUrls(value)])),
    ),
  },
  { name: 'accepts only assets that were enrolled here', questions: ['made-up-assets'], alter: knowingAssets },
  {
    name: 'does not validate settings that a model ignores',
    questions: ['video-ignored-seeds'],
    choice: 'ignored',
    alter: changeBody(videos, unread),
  },
  {
    name: 'serves responses by fewer models',
    questions: ['labels-only'],
    alter: rejectBody(['create-response'], ({ model }) => (labels.includes(String(model)) ? 'model' : undefined)),
  },
  {
    name: 'omits `payment` from account jobs',
    questions: ['account-job-payment'],
    hosts: ['account'],
    alter: combine(
      ...['generate-image', 'poll-image', 'poll-video', 'poll-created-video'].map((id) =>
        changeSuccess(id, ({ payment: _, ...body }) => body),
      ),
    ),
  },
  {
    name: 'validates video polls before it looks the job up',
    questions: ['poll-order'],
    alter: changeResponses((own, { operation, call }) =>
      isUnknownJob(own) && /^poll-(created-)?video$/.test(operation ?? '') && call.query === '' ? unsigned : own,
    ),
  },
  {
    name: 'adds the time to a balance',
    questions: ['balance-names'],
    choice: 'balance of its moment',
    hosts: ['account'],
    alter: changeSuccess('get-balance', (body) => ({
      ...body,
      as_of: new Date().toISOString(),
      read_at: Date.now(),
      request_id: randomUUID(),
    })),
  },
]);
