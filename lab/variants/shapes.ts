import { isObject } from '@tollwright/runtime/values/json';
import type { Alteration } from '#gateway/start.ts';
import { type JsonObject, objectsIn } from '../toolkit/messages.ts';
import { changeBody, rejectBody } from '../toolkit/requests.ts';
import { changeJson, changeStreams, changeSuccess } from '../toolkit/server.ts';
import { defineVariants, type VariantDefinition } from './variant.ts';

/** Renames fields at any depth. */
function renamed(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [names[name] ?? name, renamed(own, names)]));
}

/** Replaces the texts of a field. */
const restated = (operation: string, field: string, words: Readonly<Record<string, string>>): Alteration =>
  changeSuccess(operation, (body) => ({ ...body, [field]: words[String(body[field])] ?? body[field] }));

const renaming = (operations: readonly string[], names: Readonly<Record<string, string>>): Alteration =>
  changeJson((body, { status }, { operation }) =>
    status < 300 && operations.includes(operation ?? '') ? renamed(body, names) : undefined,
  );

const instead = (operation: string, body: JsonObject): Alteration => changeSuccess(operation, () => body);

const anything: JsonObject = { ok: true, result: { at: 1_767_225_600, parts: ['one', 2, null] } };

/** The signals that a fraud look-up adds, under names that the documents do not state. */
const signals: JsonObject = { simSwap: 'unlikely', unconditionalForwarding: null };

/** Responses whose shape the documents do not state. */
const shapeless: readonly (readonly [question: string, operation: string])[] = [
  ['audio-models-listed', 'list-audio-models'],
  ['discovery-shapes', 'get-health'],
  ['discovery-shapes', 'get-health-overview'],
  ['discovery-shapes', 'get-health-chain'],
  ['discovery-shapes', 'get-health-models'],
  ['discovery-shapes', 'get-health-regions'],
  ['discovery-shapes', 'get-numbers'],
  ['phone-lookup-result', 'lookup-phone'],
  ['phone-lookup-result', 'lookup-phone-fraud'],
  ['phone-envelopes', 'release-number'],
  ['background-shapes', 'cancel-response'],
  ['chat-in-path-shape', 'create-chat-completion-for-model'],
  ['messages-content', 'create-message'],
  ['passthrough-shape', 'generate-content'],
  ['wallet-balance-of', 'get-wallet-balance'],
];

const open = shapeless.map(([question, operation]): VariantDefinition => ({
  name: `returns ${operation} in its own format`,
  questions: [question],
  choice: `envelope of ${operation}`,
  alter: instead(operation, operation === 'lookup-phone-fraud' ? { ...anything, ...signals } : anything),
}));

/** Fields under names that the documents do not state. */
const named: readonly (readonly [
  question: string,
  operations: readonly string[],
  names: Readonly<Record<string, string>>,
])[] = [
  ['balance-names', ['get-balance'], { available: 'balance_usd', spent: 'used', reserved: 'on_hold' }],
  [
    'balance-names',
    ['get-balance'],
    { available: 'available balance', spent: 'recorded spend', reserved: 'open reservations' },
  ],
  ['phone-envelopes', ['list-numbers'], { numbers: 'leases', count: 'total' }],
  ['realface-vendor-field', ['enroll-realface', 'enroll-portrait'], { provider_asset_id: 'vendor_asset_id' }],
  ['usage-span-format', ['list-usage'], { from: 'start', to: 'end' }],
];

const otherwise = named.map(([question, operations, names]): VariantDefinition => ({
  name: `names ${Object.keys(names).join(', ')} of ${operations.join(', ')} ${Object.values(names).join(', ')}`,
  questions: [question],
  choice: `names of ${operations.join()}`,
  alter: renaming(operations, names),
}));

const leases = (change: (lease: JsonObject) => readonly JsonObject[]): Alteration =>
  changeSuccess('list-numbers', (body) => ({
    ...body,
    ...(Array.isArray(body.numbers) && { numbers: body.numbers.filter(isObject).flatMap(change) }),
  }));

/** Changes how a challenge for chat shows its parts. */
const broken = (parts: (amount: unknown) => JsonObject): Alteration =>
  changeJson((body, { status }) => {
    if (status !== 402 || !isObject(body) || !isObject(body.price) || !body.price.breakdown) return undefined;
    const breakdown = { ...Object(body.price.breakdown), ...parts(body.price.amount) };
    return { ...body, price: { ...body.price, breakdown } };
  });

const texts = ['create-chat-completion', 'create-response', 'create-message', 'search'];
const services = ['generate-music', 'generate-sound-effect', 'synthesize-speech', 'enroll-realface', 'enroll-portrait'];
const unknown = ({ ...body }: JsonObject): string | undefined =>
  Object.keys(body).find((name) => /unknown/i.test(name) || name.startsWith('x_'));

/** Shapes, names and texts that the documents do not show. */
export const shapes = defineVariants('shapes', [
  {
    name: 'lists media of the account host by id',
    questions: ['account-image-catalog'],
    hosts: ['account'],
    alter: changeSuccess('list-image-models', (body) => ({
      models: Object.fromEntries(objectsIn(body.data).map(({ id, prices }) => [String(id), prices])),
    })),
  },
  ...open,
  ...otherwise,
  {
    name: 'returns phone numbers in a bare list',
    questions: ['phone-envelopes'],
    choice: 'names of list-numbers',
    alter: changeSuccess('list-numbers', ({ numbers }) => numbers),
  },
  {
    name: 'does not list expired phone numbers',
    questions: ['lease-after-expiry'],
    alter: leases((lease) => (lease.active === false ? [] : [lease])),
  },
  {
    name: 'names the chain of a lease',
    questions: ['chain-spelling'],
    alter: leases((lease) => [{ ...lease, chain: 'Base' }]),
  },
  {
    name: 'adds `job_id` to jobs',
    questions: ['job-id-name'],
    alter: changeJson((body, { status }, { operation = '' }) =>
      status === 202 && ['generate-image', 'poll-image'].includes(operation) && isObject(body)
        ? { job_id: body.id, ...body }
        : undefined,
    ),
  },
  {
    name: 'reports a started call as ringing',
    questions: ['call-transitions'],
    alter: restated('get-call', 'status', { started: 'ringing' }),
  },
  {
    name: 'names the states of responses differently',
    questions: ['background-states'],
    alter: restated('get-response', 'status', { queued: 'pending', in_progress: 'running' }),
  },
  {
    name: 'states a margin of 0 in the chat breakdown',
    questions: ['chat-breakdown-margin'],
    hosts: ['base'],
    alter: broken(() => ({ margin: '0' })),
  },
  {
    name: 'adds a fee to the chat breakdown',
    questions: ['chat-breakdown-margin'],
    hosts: ['base'],
    alter: broken(() => ({ margin: '0', fee: '0.001' })),
  },
  { name: 'rejects unknown fields', questions: ['unknown-fields'], alter: rejectBody(texts, unknown) },
  {
    name: 'rejects unknown fields of media services',
    questions: ['media-unknown-keys'],
    alter: rejectBody(services, unknown),
  },
  {
    name: 'adds fields to edits',
    questions: ['edit-fields'],
    hosts: ['base'],
    alter: changeSuccess('edit-image', (body) => ({ ...body, usage: { images: 1 }, model: 'any' })),
  },
  {
    name: 'rejects an empty list of sources',
    questions: ['search-sources-edge'],
    alter: rejectBody(['search'], ({ sources }) =>
      Array.isArray(sources) && sources.length === 0 ? 'sources' : undefined,
    ),
  },
  {
    name: 'rejects a mask for a list of images',
    questions: ['mask-on-list-of-one'],
    hosts: ['base'],
    alter: rejectBody(['edit-image'], ({ mask, image }) =>
      mask !== undefined && Array.isArray(image) ? 'mask' : undefined,
    ),
  },
  {
    name: 'ignores the duration of music',
    questions: ['music-duration'],
    // That it is a whole number is stated; what is open is its range.
    alter: changeBody(['generate-music'], ({ duration_seconds, ...body }) =>
      duration_seconds === undefined || Number.isInteger(duration_seconds) ? body : { ...body, duration_seconds },
    ),
  },
  {
    name: 'rejects a service tier on pay-per-call hosts',
    questions: ['service-tier-on-per-call'],
    hosts: ['base'],
    alter: rejectBody(['create-chat-completion'], ({ service_tier }) =>
      service_tier === undefined ? undefined : 'service_tier',
    ),
  },
  {
    name: 'joins message content parts',
    questions: ['chat-vision-content'],
    alter: changeBody(['create-chat-completion'], joined),
  },
  {
    name: 'sends stream chunks in another format',
    questions: ['chat-stream-chunks'],
    alter: changeStreams((part) =>
      part.replaceAll('chat.completion.chunk', 'chunk').replaceAll('data: [DONE]\n\n', ''),
    ),
  },
  {
    name: 'adds the tier to usage rows',
    questions: ['usage-row-tier'],
    hosts: ['account'],
    alter: changeSuccess('list-usage', tiered),
  },
  {
    name: 'omits `retry_after_seconds` at the limit of decisions',
    questions: ['decide-limit-answer'],
    hosts: ['account'],
    alter: changeJson((body, { status }, { operation }) =>
      status === 429 && operation === 'decide' && isObject(body)
        ? { ...body, retry_after_seconds: undefined }
        : undefined,
    ),
  },
  {
    name: 'names the hint `advice`',
    questions: ['realface-name-of-hint'],
    alter: changeJson((body, { status }) =>
      status === 425 && isObject(body) ? renamed(body, { hint: 'advice' }) : undefined,
    ),
  },
  {
    name: 'does not report an enrollment settlement that the service absorbs',
    questions: ['enrollment-settlement-failure'],
    hosts: ['base'],
    alter: changeJson((body, { status }) =>
      status === 200 && isObject(body) && isObject(body.settlement) && body.settlement.success === false
        ? { ...body, settlement: { success: true, tx_hash: `0x${'a'.repeat(64)}`, network: 'eip155:8453' } }
        : undefined,
    ),
  },
]);

function joined(body: JsonObject): JsonObject {
  if (!Array.isArray(body.messages)) return body;
  const messages = body.messages.map((message: unknown) =>
    isObject(message) && Array.isArray(message.content) && message.content.length > 0 && message.content.every(isText)
      ? { ...message, content: message.content.map(({ text }) => text).join('') }
      : message,
  );
  return { ...body, messages };
}

const isText = (part: unknown): part is { readonly text: string } => isObject(part) && typeof part.text === 'string';

function tiered(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([name, rows]) => [
      name,
      Array.isArray(rows)
        ? rows.map((row: unknown) => (isObject(row) ? { service_tier: 'standard', ...row } : row))
        : rows,
    ]),
  );
}
