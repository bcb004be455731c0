import { isObject } from '@tollwright/runtime/values/json';
import { type JsonObject, objectsIn } from '../toolkit/messages.ts';
import { changeJson } from '../toolkit/server.ts';
import { hostsBy } from './contract.ts';
import { defineVariants, type VariantDefinition } from './variant.ts';

/** The entries in the response of a catalog, in any envelope. */
function entriesOf(body: unknown): readonly JsonObject[] {
  if (Array.isArray(body)) return objectsIn(body);
  if (!isObject(body)) return [];
  const found = Object.values(body).find((value) => objectsIn(value).length > 0);
  return objectsIn(found);
}

const envelopes: Readonly<Record<string, (entries: readonly JsonObject[], body: JsonObject) => unknown>> = {
  'a bare list': (entries) => entries,
  'a list named models': (entries) => ({ models: entries }),
  'a list in the OpenAI format': (_, body) => ({ object: 'list', ...body, has_more: false }),
  'a map by id': (entries) => ({
    items: Object.fromEntries(entries.map((entry) => [String(entry.id ?? entry.voice_id), entry])),
  }),
  'a nested result': (entries) => ({ success: true, result: { page: 1, items: entries } }),
  'reduced entries': (entries) => ({
    data: entries.map(({ name, description, context_window, max_output, categories, pricing, ...rest }) => ({
      ...{ name, description, context_window, max_output, categories, price_per_million: pricing },
      slug: rest.id ?? rest.voice_id,
      ...(rest.billing_mode !== undefined && { billing_mode: rest.billing_mode, pricing }),
    })),
  }),
  'a list with more entries than the documents name': (entries, body) => ({
    ...body,
    data: [
      ...entries.slice(0, 1).map((entry) => ({ ...entry, id: 'zeta/of-tomorrow', name: 'Of tomorrow' })),
      ...entries,
    ],
  }),
};

const operations = [
  ...hostsBy((contract) => [
    ...new Set(
      Object.values(contract.catalogs).flatMap((catalog) =>
        isObject(catalog) && catalog.live ? [String(catalog.live)] : [],
      ),
    ),
  ]),
];

/** Names and units under which rates are published, from USD per token. */
const publishing: Readonly<Record<string, (input: number, output: number) => JsonObject>> = {
  'numbers for a million tokens': (input, output) => ({ prompt: input * 1e6, completion: output * 1e6 }),
  'texts for a million tokens': (input, output) => ({
    rates: [`$${(output * 1e6).toFixed(4)} / 1M tokens`, `$${(input * 1e6).toFixed(4)} / 1M tokens`],
  }),
  'numbers for a thousand tokens': (input, output) => ({
    in: (input * 1e3).toFixed(8),
    out: (output * 1e3).toFixed(8),
  }),
  'micro-USD for a million tokens': (input, output) => ({ p: Math.round(input * 1e12), c: Math.round(output * 1e12) }),
};

const rates = Object.entries(publishing).map(([name, publish]): VariantDefinition => ({
  name: `publishes rates as ${name}`,
  questions: ['catalog-envelopes'],
  choice: 'envelope of list-models',
  alter: changeJson((body, { status }, { operation }) => {
    if (status !== 200 || operation !== 'list-models' || !isObject(body)) return undefined;
    const data = entriesOf(body).map(({ pricing, ...entry }) => {
      const { input, output } = isObject(pricing) ? pricing : {};
      return { ...entry, pricing: publish(Number(input), Number(output)) };
    });
    return { ...body, data };
  }),
}));

/** Every catalog in every envelope, and the rates of models in every unit. */
export const catalogs = defineVariants('catalogs', [
  ...rates,
  ...operations.flatMap(([operation, hosts]) =>
    Object.entries(envelopes).map(([name, envelope]): VariantDefinition => ({
      name: `returns ${operation} as ${name}`,
      questions: name.includes('more entries') ? ['catalog-envelopes', 'model-count'] : ['catalog-envelopes'],
      choice: `envelope of ${operation}`,
      hosts,
      alter: changeJson((body, { status }, occasion) => {
        if (status !== 200 || occasion.operation !== operation) return undefined;
        return envelope(entriesOf(body), isObject(body) ? body : {});
      }),
    })),
  ),
]);
