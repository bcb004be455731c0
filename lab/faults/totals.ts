/** Totals of usage that are not the sums of what was charged. */

import type { Alteration } from '#gateway/start.ts';
import { type JsonObject, objectsIn } from '../toolkit/messages.ts';
import { changeSuccess } from '../toolkit/server.ts';
import { defineFaults } from './fault.ts';
import { wrong } from './record.ts';

/** Changes one list of totals. */
const totals = (list: string, change: (groups: readonly JsonObject[]) => readonly JsonObject[]): Alteration =>
  changeSuccess('summarize-usage', (body) => ({ ...body, [list]: change(objectsIn(body[list])) }));

const more = (field: string, by: number) => (groups: readonly JsonObject[]) =>
  groups.map((group, index) => (index === 0 ? { ...group, [field]: String(Number(group[field]) + by) } : group));

/** Adds the totals of each model to those of the model whose name is a prefix of its own. */
function withSiblings(groups: readonly JsonObject[]): readonly JsonObject[] {
  const isSibling = ({ model }: JsonObject) => groups.some((other) => String(model).startsWith(`${other.model}-`));
  return groups
    .filter((group) => !isSibling(group))
    .map((group) => {
      const all = groups.filter(({ model }) => model === group.model || String(model).startsWith(`${group.model}-`));
      const sum = (field: string) => String(all.reduce((total, each) => total + Number(each[field]), 0));
      return { ...group, cost: sum('cost'), requests: sum('requests') };
    });
}

/** Summaries that omit, mix up or miscount the calls of a key. */
export const summaries = defineFaults('totals', [
  wrong('totals one model too high', 'totals', totals('models', more('cost', 0.001))),
  wrong(
    'leaves one model out of the totals',
    'totals',
    totals('models', (groups) => groups.slice(1)),
  ),
  wrong(
    'totals only the first model',
    'totals',
    totals('models', (groups) => groups.slice(0, 1)),
  ),
  wrong('totals a model with the one that it is named after', 'totals', totals('models', withSiblings)),
  wrong(
    'lists a model twice, with half of its total each',
    'totals',
    totals('models', ([first, ...rest]) => {
      const half = { ...first, requests: Number(first?.requests) / 2, cost: (Number(first?.cost) / 2).toFixed(7) };
      return [half, ...rest, half];
    }),
  ),
  wrong(
    'has no totals by endpoint',
    'totals',
    totals('endpoints', () => []),
  ),
  wrong('counts one request too many for an endpoint', 'totals', totals('endpoints', more('requests', 1))),
  wrong('totals one endpoint too low', 'totals', totals('endpoints', more('cost', -0.0001))),
  wrong(
    'totals a day a tenth too low',
    'totals',
    totals('days', (groups) => groups.map((group) => ({ ...group, cost: (Number(group.cost) * 0.9).toFixed(6) }))),
  ),
  wrong(
    'totals each day as another',
    'totals',
    totals('days', (groups) => groups.map((group) => ({ ...group, day: '2020-01-01' }))),
  ),
  wrong(
    'puts all requests of its totals on one day',
    'windows',
    totals('days', (groups) => groups.slice(-1)),
  ),
  wrong(
    'totals the key a tenth too low',
    'totals',
    totals('keys', (groups) => groups.map((group) => ({ ...group, cost: (Number(group.cost) * 0.9).toFixed(6) }))),
  ),
  wrong(
    'has no totals by key',
    'totals',
    totals('keys', () => []),
  ),
  wrong(
    'totals half of what the key did',
    'totals',
    totals('keys', (groups) => groups.map((group) => ({ ...group, cost: String(Number(group.cost) / 2) }))),
  ),
  wrong('counts one request too few for the key', 'totals', totals('keys', more('requests', -1))),
  wrong(
    'totals all requests too high',
    'totals',
    changeSuccess('summarize-usage', (body) => ({
      ...body,
      total: { ...Object(body.total), cost: String(Number(Object(body.total).cost) * 1.1) },
    })),
  ),
]);
