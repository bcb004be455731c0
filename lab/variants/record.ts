/** Records of accounts in different forms: the documents show neither their rows nor their totals. */

import { isObject } from '@tollwright/runtime/values/json';
import type { Alteration } from '#gateway/start.ts';
import { type JsonObject, objectsIn } from '../toolkit/messages.ts';
import { changeResponses, changeSuccess, combine } from '../toolkit/server.ts';
import { defineVariants, type VariantDefinition } from './variant.ts';

const micro = (usd: unknown) => Math.round(Number(usd) * 1e6);

/** Other forms of the list. */
const lists: Readonly<Record<string, (rows: readonly JsonObject[]) => unknown>> = {
  'newest first': (rows) => ({ data: rows.toReversed() }),
  'as a bare list with other names': (rows) =>
    rows.map(({ cost, timestamp, endpoint, model, service_tier }) => ({
      ...{ usd_micros: micro(cost), ts: Date.parse(String(timestamp)) / 1000, path: String(endpoint).split(' ')[1] },
      ...{ model_id: model, service_tier },
    })),
  'as a map by id': (rows) => ({ result: { items: Object.fromEntries(rows.map(({ id, ...row }) => [id, row])) } }),
  'with costs in words': (rows) => ({ rows: rows.map((row) => ({ ...row, cost: { charged: `${row.cost} USD` } })) }),
  'in pages of twenty': (rows) => ({ data: rows.slice(0, 20), ...(rows.length > 20 && { next_cursor: 'after-20' }) }),
};

/** Other forms of the download. */
const downloads: Readonly<Record<string, (lines: readonly string[]) => readonly string[]>> = {
  'with semicolons': (lines) => lines.map((line) => line.replaceAll(',', ';')),
  'with quotes and carriage returns': (lines) =>
    lines.map(
      (line) =>
        `${line
          .split(',')
          .map((cell) => `"${cell}"`)
          .join(',')}\r`,
    ),
  'without a heading': (lines) => lines.slice(1),
  'with a byte order mark and other names': ([heading = '', ...lines]) => [
    `\uFEFF${heading.replace('cost', 'amount usd').replace('model', 'Model')}`,
    ...lines,
  ],
  'newest first': ([heading = '', ...lines]) => [heading, ...lines.toReversed()],
};

/** The download as a file, whose last line has no end. */
const asFile: Alteration = changeResponses((response, { operation }) =>
  operation === 'export-usage' && response.status === 200 && typeof response.body === 'string'
    ? {
        ...response,
        headers: { ...response.headers, 'Content-Disposition': 'attachment; filename="usage.csv"' },
        body: response.body.trimEnd(),
      }
    : response,
);

const groupsOf = (body: JsonObject, list: string, key: string) =>
  Object.fromEntries(
    objectsIn(body[list]).map(({ [key]: name, requests, cost }) => [String(name), { n: requests, usd: Number(cost) }]),
  );

/** Other forms of the totals. */
const summaries: Readonly<Record<string, (body: JsonObject) => unknown>> = {
  'as maps by name': (body) => ({
    ...{ per_day: groupsOf(body, 'days', 'day'), per_model: groupsOf(body, 'models', 'model') },
    ...{ per_endpoint: groupsOf(body, 'endpoints', 'endpoint'), per_key: groupsOf(body, 'keys', 'key') },
  }),
  'as costs by name': (body) => ({
    ...Object.fromEntries(
      Object.entries({ days: 'day', models: 'model', endpoints: 'endpoint', keys: 'key' }).map(([list, key]) => [
        list,
        Object.fromEntries(objectsIn(body[list]).map(({ [key]: name, cost }) => [String(name), micro(cost)])),
      ]),
    ),
    total_micros: micro(Object(body.total).cost),
  }),
  'in one list': (body) => ({
    data: ['days', 'models', 'endpoints', 'keys'].flatMap((list) =>
      objectsIn(body[list]).map(({ requests, cost, ...name }) => ({
        ...{ by: list, value: Object.values(name)[0], requests, cost },
      })),
    ),
  }),
  'only after a parameter that is not stated': () => ({ data: [], group_by: 'required' }),
};

const variant = (name: string, choice: string, alter: Alteration): VariantDefinition => ({
  name,
  questions: ['usage-span-format'],
  choice,
  hosts: ['account'],
  alter,
});

const download = (change: (lines: readonly string[]) => readonly string[]): Alteration =>
  changeResponses((response, { operation }) => {
    if (operation !== 'export-usage' || response.status !== 200 || typeof response.body !== 'string') return response;
    return {
      ...response,
      body: change(response.body.trimEnd().split('\n'))
        .map((line) => `${line}\n`)
        .join(''),
    };
  });

/** The forms of rows, downloads and totals. */
export const record = defineVariants('record', [
  ...Object.entries(lists).map(([name, change]) =>
    variant(
      `lists usage ${name}`,
      'rows of usage',
      changeSuccess('list-usage', (body) => change(objectsIn(isObject(body) ? body.data : body))),
    ),
  ),
  ...Object.entries(downloads).map(([name, change]) =>
    variant(`downloads usage ${name}`, 'lines of usage', download(change)),
  ),
  ...Object.entries(summaries).map(([name, change]) =>
    variant(`totals usage ${name}`, 'totals of usage', changeSuccess('summarize-usage', change)),
  ),
  variant('downloads usage as a file', 'file of usage', asFile),
  variant(
    'has rows for reads of usage',
    'rows of usage',
    combine(
      changeSuccess('list-usage', (body) => ({
        data: [...objectsIn(body.data), { id: 'r1', endpoint: 'GET /v1/usage', cost: '0' }],
      })),
      download((lines) => [
        ...lines,
        ...['r1', 'r2'].map((id) => `${id},,GET /v1/usage,,,,,0`.replaceAll(',', lines[0]?.includes(';') ? ';' : ',')),
      ]),
    ),
  ),
  variant(
    'records usage within an object, downloaded with tabs',
    'rows of usage',
    combine(
      changeSuccess('list-usage', (body) => ({ usage: { rows: objectsIn(body.data) } })),
      download((lines) => lines.map((line) => line.replaceAll(',', '\t'))),
    ),
  ),
]);
