/** Catalogs with one wrong entry. */

import { isObject } from '@tollwright/runtime/values/json';
import type { Alteration } from '#gateway/start.ts';
import { changeReply } from '../toolkit/handlers.ts';
import { type JsonObject, objectsIn } from '../toolkit/messages.ts';
import { changeField, changeQuery } from '../toolkit/requests.ts';
import { changeSuccess, combine } from '../toolkit/server.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';

/** Changes one entry of a catalog. */
const entry = (
  name: string,
  rule: string,
  [operation, id]: readonly [operation: string, id: string],
  change: (entry: JsonObject) => JsonObject,
): FaultDefinition => ({
  name,
  rule: `catalog.${rule}`,
  only: ['catalog.*', 'video-models-stated.*'],
  alter: changeSuccess(operation, (body) => ({
    ...body,
    data: objectsIn(body.data).map((each) => (each.id === id ? change(each) : each)),
  })),
});

/** Changes an object within an entry. */
const within = (field: string, change: JsonObject) => (each: JsonObject) => {
  const inner = each[field];
  return { ...each, [field]: { ...(isObject(inner) ? inner : {}), ...change } };
};

/** Changes one entry of a catalog of the account host. */
const charged = (
  name: string,
  operation: string,
  id: string,
  change: (entry: JsonObject) => JsonObject,
): FaultDefinition => ({
  ...entry(name, 'prices.charged', [operation, id], change),
  host: 'account',
  level: 'controlled',
});

const symbolLists = ['commodity', 'crypto', 'fx', 'stock', 'us-stock'].map((market) => `list-${market}-symbols`);

/** A fault of the filter of every list of symbols. */
const filtering = (name: string, alter: Alteration): FaultDefinition => ({
  name,
  rule: 'catalog.symbols.filtered',
  only: ['catalog.*', 'market-filter.*', 'list-*'],
  alter,
});

const [vision, clip, picture] = [
  ['list-models', 'acme/4o'],
  ['list-video-models', 'sirocco/vid-s25'],
  ['list-image-models', 'cirrus/img-c'],
] as const;

/** True for entries of other models than one. */
const isNot =
  ([, model]: readonly [operation: string, id: string]) =>
  ({ id }: JsonObject): boolean =>
    id !== model;

export const catalogs = defineFaults('catalogs', [
  entry('leaves the longest response out of one model', 'models.entries', vision, ({ max_output: _, ...rest }) => rest),
  entry('describes one model with nothing', 'models.entries', vision, (each) => ({ ...each, description: '' })),
  entry('lists a category that there is not', 'models.entries', vision, (each) => ({
    ...each,
    categories: ['chat', 'audio'],
  })),
  {
    ...entry('lists one text model without prices', 'models.priced', vision, ({ id, name, description, ...each }) => ({
      ...{ id, name, description, categories: each.categories },
      ...{ context_window: each.context_window, max_output: each.max_output },
    })),
    host: 'account',
  },
  {
    ...entry('lists one image model without prices', 'images.priced', picture, ({ prices: _, ...each }) => each),
    host: 'account',
  },
  {
    name: 'lists one text model among videos',
    rule: 'catalog.models.listed',
    only: ['catalog.*', 'create-chat-completion.*'],
    alter: combine(
      changeSuccess('list-models', (body) => ({ ...body, data: objectsIn(body.data).filter(isNot(vision)) })),
      changeSuccess('list-video-models', (body) => ({ ...body, data: [...objectsIn(body.data), { id: vision[1] }] })),
    ),
  },
  {
    name: 'takes the models of another provider for messages',
    rule: 'catalog.models.formats',
    only: ['catalog.*', 'create-message.*'],
    alter: changeField('create-message', 'model', (model) => String(model).replace(/^brightly\/.*/, 'aria/verse')),
  },
  entry('bills one video model by tokens', 'video.entries', clip, (each) => ({ ...each, billing_mode: 'per_token' })),
  entry(
    'lists one video model with too short a longest duration',
    'video.entries',
    clip,
    within('pricing', { max_duration_seconds: 15 }),
  ),
  entry(
    'lists one video model with another default duration',
    'video.entries',
    clip,
    within('pricing', { default_duration_seconds: 8 }),
  ),
  entry('lists one price of a second too low', 'prices.quoted', clip, within('pricing', { per_second: 0.2 })),
  entry('lists one price of a size too high', 'prices.quoted', picture, within('rates', { '768x1344': '0.02' })),
  entry(
    'lists one price of a text too high',
    'prices.quoted',
    ['list-audio-models', 'acme/turbo'],
    within('pricing', { rate: '0.06' }),
  ),
  entry(
    'lists a model without the price of one size',
    'prices.quoted',
    picture,
    within('rates', { '768x1344': undefined }),
  ),
  {
    ...entry(
      'lists a wrong price of a token for one model',
      'models.entries',
      ['list-models', 'acme/5-mini'],
      within('pricing', { output: '0.0000033' }),
    ),
    rule: 'quote.tokens.rates',
    only: ['quote.tokens.*'],
  },
  {
    ...entry(
      'leaves out whether the threshold of one model is inclusive',
      'pricing.long-context',
      ['get-pricing', 'acme/long'],
      ({ longContextThresholdInclusive: _, ...rest }) => rest,
    ),
    host: 'account',
  },
  {
    ...entry(
      'lists twice the price of completions above the threshold of one model',
      'pricing.long-context',
      ['get-pricing', 'acme/long'],
      (each) => ({ ...each, longContextOutputPrice: '16' }),
    ),
    host: 'account',
  },
  charged(
    'lists one price of an image too low',
    'list-image-models',
    picture[1],
    within('prices', { '1024x1024': '0.01' }),
  ),
  charged(
    'lists one price of a second of video too high',
    'list-image-models',
    clip[1],
    within('pricing', { per_second: 0.4 }),
  ),
  charged(
    'lists one price of characters too low',
    'list-audio-models',
    'acme/turbo',
    within('pricing', { rate: '0.04' }),
  ),
  filtering(
    'filters symbols by their beginning',
    combine(
      ...symbolLists.map((id) =>
        changeReply(id, (body, { query }) => ({
          ...body,
          symbols: objectsIn(body.symbols).filter(({ symbol, name }) =>
            [symbol, name].some((text) => beginsWith(text, isObject(query) ? query.q : undefined)),
          ),
        })),
      ),
    ),
  ),
  filtering(
    'cuts symbols to their limit before it filters them',
    combine(
      ...symbolLists.map((id) =>
        changeReply(id, (body, { query }) =>
          // The first of all does not have the text.
          isObject(query) && query.q !== undefined && query.limit === 1 ? { ...body, symbols: [] } : body,
        ),
      ),
    ),
  ),
  filtering(
    'ignores the filter of symbols',
    changeQuery(symbolLists, ({ q: _, ...rest }) => rest),
  ),
]);

function beginsWith(text: unknown, part: unknown): boolean {
  return String(text)
    .toLowerCase()
    .startsWith(String(part ?? '').toLowerCase());
}
