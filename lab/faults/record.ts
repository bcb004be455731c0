/** Usage rows, downloads and balances that do not match the charges. */

import { createId } from '@tollwright/runtime/system/random';
import type { Alteration } from '#gateway/start.ts';
import { type JsonObject, objectsIn } from '../toolkit/messages.ts';
import { changeQuery } from '../toolkit/requests.ts';
import { changeResponses, changeSuccess } from '../toolkit/server.ts';
import { overrideAccounts } from '../toolkit/services.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';

/** A fault in the record of an account, and the rule that finds it. */
export const wrong = (name: string, rule: string, alter: Alteration): FaultDefinition => ({
  name,
  rule: `account.record.${rule}`,
  host: 'account',
  level: 'controlled',
  only: ['account.record.*'],
  everywhere: true,
  alter,
});

/** Changes the rows of the list. */
const rows = (change: (rows: readonly JsonObject[]) => readonly JsonObject[]): Alteration =>
  changeSuccess('list-usage', (body) => ({ ...body, data: change(objectsIn(body.data)) }));

/** Changes the lines of the CSV download: its heading and the others. */
const lines = (change: (lines: readonly string[]) => readonly string[]): Alteration =>
  changeResponses((response, { operation }) => {
    if (operation !== 'export-usage' || typeof response.body !== 'string') return response;
    const [heading = '', ...others] = response.body.trimEnd().split('\n');
    return { ...response, body: [heading, ...change(others)].map((line) => `${line}\n`).join('') };
  });

const rounded = (digits: number) => (row: JsonObject) => ({ ...row, cost: Number(row.cost).toFixed(digits) });
const without = (endpoint: string) => (all: readonly JsonObject[]) =>
  all.filter((row) => row.endpoint !== `POST /v1/${endpoint}`);
const cells = (change: (cells: readonly string[]) => readonly string[]) => (all: readonly string[]) =>
  all.map((line) => change(line.split(',')).join(','));
/** Writes a key of each row twice, in the text. */
const twice = (id: string): Alteration =>
  changeResponses((response, { operation }) =>
    operation === id && typeof response.body === 'string'
      ? { ...response, body: response.body.replaceAll('"cost":', '"cost":"0","cost":') }
      : response,
  );

const inPlaceOf =
  (window: string, other: JsonObject) =>
  (query: JsonObject): JsonObject =>
    query.window === window ? other : query;

/** Keeps a part of the balance reserved after some charged calls. */
const keeping = (which: (count: number) => boolean): Alteration =>
  overrideAccounts((accounts, { services }) => {
    const owners = new Map<string, string>();
    let count = 0;
    return {
      async reserve(account, route, amount) {
        const reservation = await accounts.reserve(account, route, amount);
        owners.set(reservation, account.id);
        return reservation;
      },
      async charge(reservation, amount, usage) {
        const isFirst = await accounts.charge(reservation, amount, usage);
        const account = owners.get(reservation);
        count += 1;
        if (account === undefined || !which(count)) return isFirst;
        const { store, random, clock } = services;
        const at = { account, route: 'POST /v1/extra', operation: 'extra' };
        const kept = { ...at, id: createId(random, 'reservation'), amount: 77n, expiresAt: Number.MAX_SAFE_INTEGER };
        await store.accounts.reserve(kept, clock.now());
        return isFirst;
      },
    };
  });

/** Wrong records of an account. */
export const record = defineFaults('record', [
  wrong(
    'leaves the last request out of usage',
    'rows',
    rows((all) => all.slice(0, -1)),
  ),
  wrong('leaves searches out of usage', 'rows', rows(without('search'))),
  wrong('leaves messages out of usage', 'rows', rows(without('messages'))),
  wrong(
    'leaves flex requests out of usage',
    'rows',
    rows((all) => all.filter((row) => row.service_tier !== 'flex')),
  ),
  wrong(
    'lists the first request twice',
    'rows',
    rows((all) => [...all.slice(0, 1), ...all]),
  ),
  wrong(
    'lists every request twice',
    'rows',
    rows((all) => all.flatMap((row) => [row, row])),
  ),
  wrong(
    'rounds the costs of usage to cents',
    'rows',
    rows((all) => all.map(rounded(2))),
  ),
  wrong(
    'rounds the costs of usage to four digits',
    'rows',
    rows((all) => all.map(rounded(4))),
  ),
  wrong(
    'lists the costs of two requests exchanged with others',
    'rows',
    rows((all) => all.map((row, index) => (index === 1 ? { ...row, cost: all[0]?.cost } : row))),
  ),
  wrong(
    'leaves the last line out of the download',
    'csv',
    lines((all) => all.slice(0, -1)),
  ),
  wrong(
    'writes a line of the download twice',
    'csv',
    lines((all) => [...all, ...all.slice(-1)]),
  ),
  wrong(
    'downloads only the heading',
    'csv',
    lines(() => []),
  ),
  wrong(
    'rounds the costs of the download to four digits',
    'csv',
    lines(cells((all) => [...all.slice(0, -1), Number(all.at(-1)).toFixed(4)])),
  ),
  wrong(
    'leaves the tier out of the download',
    'tiers',
    lines(cells((all) => all.map((cell) => (cell === 'flex' ? '' : cell)))),
  ),
  wrong(
    'exchanges the token columns of the download',
    'csv',
    lines(
      cells(([id, at, path, model, ...rest]) => [
        id ?? '',
        at ?? '',
        path ?? '',
        model ?? '',
        rest[1] ?? '',
        rest[0] ?? '',
        ...rest.slice(2),
      ]),
    ),
  ),
  wrong(
    'downloads prompt tokens one too high',
    'csv',
    lines(
      cells((all) =>
        all.map((cell, index) =>
          index === 4 && cell !== '' && Number(cell) % 2 === 0 ? String(Number(cell) + 1) : cell,
        ),
      ),
    ),
  ),
  wrong(
    'writes the tier flex in every row',
    'tiers',
    rows((all) => all.map((row) => ({ ...row, service_tier: 'flex' }))),
  ),
  wrong(
    'writes no tier in rows',
    'tiers',
    rows((all) => all.map(({ service_tier: _, ...row }) => row)),
  ),
  wrong('writes the cost of each row twice', 'keys', twice('list-usage')),
  wrong('writes the cost of each total twice', 'keys', twice('summarize-usage')),
  wrong(
    'takes 24h for 30 days in summarize-usage',
    'windows',
    changeQuery('summarize-usage', inPlaceOf('24h', { window: '30d' })),
  ),
  ...['list-usage', 'export-usage'].flatMap((id) => [
    wrong(`takes 7d for 24 hours in ${id}`, 'windows', changeQuery(id, inPlaceOf('7d', { window: '24h' }))),
    wrong(`takes 7d for 30 days in ${id}`, 'windows', changeQuery(id, inPlaceOf('7d', { window: '30d' }))),
    wrong(`takes 24h for 7 days in ${id}`, 'windows', changeQuery(id, inPlaceOf('24h', { window: '7d' }))),
    wrong(`takes 30d for 7 days in ${id}`, 'windows', changeQuery(id, inPlaceOf('30d', { window: '7d' }))),
    wrong(`takes today for 24 hours in ${id}`, 'windows', changeQuery(id, inPlaceOf('today', { window: '24h' }))),
    wrong(
      `ignores from in ${id}`,
      'spans',
      changeQuery(id, ({ from, ...query }) =>
        from === undefined ? query : { ...query, from: '2000-01-01T00:00:00Z' },
      ),
    ),
    wrong(
      `ignores to in ${id}`,
      'spans',
      changeQuery(id, ({ to: _, ...query }) => query),
    ),
    wrong(
      `ignores from and to in ${id}`,
      'spans',
      changeQuery(id, ({ from: _from, to: _to, ...query }) => query),
    ),
  ]),
  wrong(
    'downloads only a thousand rows',
    'whole',
    lines((all) => all.slice(0, 1000)),
  ),
  wrong(
    'downloads only a hundred rows',
    'whole',
    lines((all) => all.slice(0, 100)),
  ),
  wrong(
    'never adds to the recorded spend',
    'spend',
    changeSuccess('get-balance', (body) => ({ ...body, spent: '0.000000' })),
  ),
  wrong(
    'adds half of each charge to the recorded spend',
    'spend',
    changeSuccess('get-balance', (body) => ({ ...body, spent: (Number(body.spent) / 2).toFixed(6) })),
  ),
  wrong(
    'leaves reservations out of the balance',
    'reserved',
    changeSuccess('get-balance', ({ reserved: _, ...body }) => body),
  ),
  wrong(
    'keeps a reservation beside every charge',
    'balance',
    keeping(() => true),
  ),
  wrong(
    'keeps one reservation of many charges',
    'balance',
    keeping((count) => count % 7 === 0),
  ),
]);
