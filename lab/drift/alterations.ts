import { isObject, read } from '@tollwright/runtime/values/json';
import { offered, repriced } from './challenges.ts';
import type { Alteration, Reply } from './proxy.ts';

const listed = (
  id: string,
  path: string,
  reported: string,
  change: (items: readonly Record<string, unknown>[]) => readonly unknown[],
): Alteration => ({
  id,
  path: new RegExp(`${path}$`),
  reported: new RegExp(reported),
  reply: (reply) => {
    const data = read(reply.json, 'data');
    return Array.isArray(data)
      ? { ...reply, json: { ...Object(reply.json), data: change(data.filter(isObject)) } }
      : reply;
  },
});

/** A list with one changed number in one entry. */
const figure = (id: string, path: string, reported: string, entry: string, from: string, to: string): Alteration =>
  listed(id, path, reported, (items) =>
    items.map((item) => (item.id === entry ? JSON.parse(JSON.stringify(item).replace(from, to)) : item)),
  );

const replied = (
  id: string,
  path: RegExp,
  reported: RegExp,
  reply: (reply: Reply, body: unknown) => Partial<Reply>,
  method?: string,
): Alteration => ({
  id,
  path,
  reported,
  ...(method !== undefined && { method }),
  reply: (before, { body }) => ({ ...before, ...reply(before, body) }),
});

const refused = {
  status: 400,
  json: { error: { type: 'invalid_request_error', message: 'This is not served any more.' } },
};

const prices: readonly Alteration[] = [
  repriced('a search is dearer above 30 results', 'search', /\/v1\/search$/, (amount, body) =>
    Number(read(body, 'max_results') ?? 10) > 30 ? amount * 2n : amount,
  ),
  repriced('an image is dearer by 10 %', 'generate-image', /images\/generations$/, (amount) => (amount * 11n) / 10n),
  repriced('speech is cheaper by 1 %', 'synthesize-speech', /audio\/speech$/, (amount) => (amount * 99n) / 100n),
  repriced('an RPC call is twice as dear', 'call-rpc', /v1\/rpc\//, (amount) => amount * 2n),
  repriced('a Solana call has no fee', 'call-solana-rpc', /solana\/rpc$/, (amount) => amount / 2n),
  repriced('a sandbox is dearer by a micro-dollar', 'create-sandbox', /sandbox\/create$/, (amount) => amount + 1n),
  repriced('a portrait is cheaper', 'enroll-portrait', /portrait\/enroll$/, (amount) => amount - 1000n),
  repriced('a long video is dearer', 'generate-video', /videos\/generations$/, (amount, body) =>
    Number(read(body, 'duration_seconds') ?? 0) > 6 ? amount + 1000n : amount,
  ),
  repriced('an edit by one model is dearer', 'edit-image', /images\/image2image$/, (amount, body) =>
    read(body, 'model') === 'brightly/img-b1' ? amount + 5000n : amount,
  ),
  repriced('a track is dearer', 'generate-music', /audio\/generations$/, (amount) => amount + 10_000n),
  repriced('a number costs a dollar more', 'buy-number', /numbers\/buy$/, (amount) => amount + 1_000_000n),
  repriced('contents are charged per call', 'web-contents', /websearch\/contents$/, () => 3000n),
];

const catalogs: readonly Alteration[] = [
  figure(
    'a rate of a model rises',
    'v1/models',
    'text-models\\.acme/4o\\.input',
    'acme/4o',
    '"0.0000025"',
    '"0.000003"',
  ),
  listed('a model is gone', 'v1/models', 'text-models\\.acme/o1$', (items) =>
    items.filter(({ id }) => id !== 'acme/o1'),
  ),
  listed('a model is new', 'v1/models', 'text-models\\.acme/brand-new$', (items) => [
    ...items,
    { ...items[0], id: 'acme/brand-new' },
  ]),
  figure('a model writes less', 'v1/models', 'text-models\\.acme/4\\.1\\.max_output', 'acme/4.1', '32768', '16384'),
  figure(
    'an image rate falls',
    'images/models',
    'image-models\\.dune/img-d1\\.rates',
    'dune/img-d1',
    '"0.02"',
    '"0.01"',
  ),
  listed('an image model is gone', 'images/models', 'image-models\\.dune/img-d2$', (items) =>
    items.filter(({ id }) => id !== 'dune/img-d2'),
  ),
  figure('a speech rate rises', 'audio/models', 'speech-models\\.acme/turbo\\.rate', 'acme/turbo', '"0.05"', '"0.06"'),
  figure(
    'a speech model takes less',
    'audio/models',
    'speech-models\\.acme/multilingual\\.max_input',
    'acme/multilingual',
    '10000',
    '9000',
  ),
  figure(
    'a second of video is dearer',
    'video/models',
    'video-models\\.glimmer/vid-g1\\.per_second',
    'glimmer/vid-g1',
    '"0.05"',
    '"0.06"',
  ),
  figure(
    'the price sheet has a rate of its own',
    'api/pricing',
    'text-models\\.acme/next\\.output',
    'acme/next',
    '"14"',
    '"15"',
  ),
];

const descriptions: readonly Alteration[] = [
  replied('OpenAPI has no search', /openapi\.json$/, /^OpenAPI\.search$/, ({ json }) => {
    const { '/api/v1/search': _, ...paths } = Object(read(json, 'paths'));
    return { json: { ...Object(json), paths } };
  }),
  replied('OpenAPI has an operation more', /openapi\.json$/, /^OpenAPI\.GET \/api\/v2\/search$/, ({ json }) => ({
    json: { ...Object(json), paths: { ...Object(read(json, 'paths')), '/api/v2/search': { get: { responses: {} } } } },
  })),
  replied('a resource is no longer announced', /well-known\/x402$/, /^x402 list\.create-response$/, ({ json }) => ({
    json: JSON.parse(JSON.stringify(json).replaceAll('/v1/responses"', '/v1/messages"')),
  })),
  replied('a resource is announced', /well-known\/x402$/, /^x402 list\..*\/v1\/poems$/, ({ json }) => ({
    json: JSON.parse(JSON.stringify(json).replace('"resources":[', '"resources":["http://host/api/v1/poems",')),
  })),
];

const challenges: readonly Alteration[] = [
  offered('an offer names another network', /sound-effects$/, 'payment\\.challenge\\.network', (text) =>
    text.replaceAll('eip155:8453', 'eip155:84532'),
  ),
  offered('an offer names another asset', /phone\/lookup$/, 'payment\\.challenge\\.asset', (text) =>
    text.replaceAll(/"asset":"0x[\da-fA-F]+"/g, `"asset":"0x${'11'.repeat(20)}"`),
  ),
  offered('an offer lasts longer', /phone\/lookup\/fraud$/, 'payment\\.challenge\\.(timeout|window)', (text) =>
    text.replaceAll('"maxTimeoutSeconds":300', '"maxTimeoutSeconds":3000'),
  ),
  offered('an offer has another scheme', /websearch\/answer$/, 'payment\\.challenge\\.scheme', (text) =>
    text.replaceAll('"scheme":"exact"', '"scheme":"upto"'),
  ),
  offered('a challenge is of another version', /websearch\/search$/, 'payment\\.challenge\\.version', (text) =>
    text.replaceAll('"x402Version":2', '"x402Version":3'),
  ),
];

const rules: readonly Alteration[] = [
  {
    id: 'a longer video is accepted',
    path: /videos\/generations$/,
    reported: /^rule\.generate-video\.duration-seconds\.maximum/,
    request: (body) => (Number(read(body, 'duration_seconds')) > 60 ? { ...Object(body), duration_seconds: 4 } : body),
  },
  replied('a call has to name its greeting', /voice\/call$/, /^rule\.start-call\./, (reply, body) =>
    read(body, 'first_sentence') === undefined ? refused : reply,
  ),
  replied('a source of searches is gone', /\/v1\/search$/, /^rule\.search\.sources/, (reply, body) =>
    JSON.stringify(read(body, 'sources') ?? []).includes('"news"') ? refused : reply,
  ),
  replied('a refusal has another status', /phone\/numbers\/renew$/, /^rule\.renew-number\./, ({ status }) =>
    status === 400 ? { status: 422 } : {},
  ),
  replied('an unknown path is found', /no-such-path-\d+$/, /^rule\.http\.unknown-path/, () => ({
    status: 200,
    json: {},
  })),
  replied('an operation is gone', /usstock\/price\//, /^rule\.get-us-stock-price\./, () => ({
    status: 404,
    json: { error: { type: 'not_found', message: 'There is nothing here.' } },
  })),
  replied('portraits are no longer listed', /portraits$/, /^rule\.list-portraits\./, () => ({ json: {} })),
  replied('a list has another form', /audio\/voices$/, /^rule\.list-voices\./, () => ({ json: 'voices' })),
  replied(
    'a free list costs',
    /fx\/list$/,
    /^rule\./,
    () => ({ status: 402, json: { x402Version: 2, accepts: [] } }),
    'GET',
  ),
];

/** Forty ways in which a live host may have moved away from its release. */
export const alterations: readonly Alteration[] = [...prices, ...catalogs, ...descriptions, ...challenges, ...rules];
