/** Gateways that send the webhook of the recipe wrongly. */

import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alteration } from '#gateway/start.ts';
import { recipesOf } from '#lab/repository/testing/recipes.ts';
import { judge, makeFolder, project } from './testing/recipe.ts';

let folder: string;
let healthy: string;
beforeAll(async () => {
  folder = await makeFolder();
  healthy = join(folder, 'healthy');
  const recipe = recipesOf(readFileSync('docs/recipes.md', 'utf8')).find(({ title }) => title === 'Webhooks');
  await project(healthy, recipe?.files ?? []);
});
afterAll(() => rm(folder, { recursive: true }));

/** The verdicts on the rules of the webhook. */
async function verdicts(alter: Alteration) {
  const { results } = await judge(healthy, healthy, { alter, only: ['order-report.webhooks.*'] });
  return Object.fromEntries(results.map(({ rule, verdict }) => [rule, verdict]));
}

/** Changes what the gateway itself polls, which has no address of a caller. */
function polling(change: (body: object) => object): Alteration {
  return (parts) => {
    const poll = parts.handlers['get-report'];
    if (!poll) throw new Error('The recipe has no poll.');
    return {
      ...parts,
      handlers: {
        ...parts.handlers,
        'get-report': async (call) => {
          const reply = await poll(call);
          const { ip }: { readonly ip: string } = call;
          return ip === '' ? { ...reply, body: change(Object(reply.body)) } : reply;
        },
      },
    };
  };
}

const twice: Alteration = (parts) => {
  const { jobEvents } = parts.services;
  const seen = new Set<string>();
  jobEvents.on('moved', (job) => {
    if (seen.has(job.id)) return;
    seen.add(job.id);
    jobEvents.emit('moved', job);
  });
  return parts;
};

const never: Alteration = ({ host: { webhooks: _, ...host }, ...parts }) => ({ ...parts, host });

const everywhere: Alteration = ({ host, ...parts }) => {
  const webhooks = (host.webhooks ?? []).map((each) => ({ ...each, states: ['done', 'failed', 'cancelled'] }));
  return { ...parts, host: { ...host, webhooks } };
};

const sent = 'order-report.webhooks.report-ended.sent';
const body = 'order-report.webhooks.report-ended.body';

test.each<[string, Alteration, object]>([
  ['that keeps its word passes', (parts) => parts, { [sent]: 'pass', [body]: 'pass' }],
  ['that sends nothing fails', never, { [sent]: 'fail', [body]: 'not-testable' }],
  ['that sends twice fails', twice, { [sent]: 'fail', [body]: 'pass' }],
  ['that sends in another state fails', everywhere, { [sent]: 'fail', [body]: 'fail' }],
  [
    'that leaves out a field fails',
    polling((all) => ({ ...all, state: undefined })),
    { [sent]: 'pass', [body]: 'fail' },
  ],
  [
    'that sends of another job fails',
    polling((all) => ({ ...all, report: 'another' })),
    { [sent]: 'pass', [body]: 'fail' },
  ],
])('a gateway %s', async (_, alter, expected) => {
  expect(await verdicts(alter)).toEqual(expected);
});
