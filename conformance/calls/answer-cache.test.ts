import { expect, test } from 'vitest';
import type { Run } from '../check/run.ts';
import { sampleOf } from '../http/sample.ts';
import { referenceRun } from '../testing/reference/run.ts';
import { answerCacheOf } from './answer-cache.ts';

/** A run in which the calls return these statuses, one after the other. */
function runReturning(...statuses: number[]): Run {
  const run = referenceRun();
  const send: Run['send'] = async (invocation) => {
    const exchange = await run.send(invocation);
    return { ...exchange, received: { ...exchange.received, status: statuses.shift() ?? 0 } };
  };
  return { ...run, send };
}

async function statusesOf(run: Run): Promise<readonly number[]> {
  const cache = answerCacheOf(run);
  const [operation] = run.contract.operations;
  if (!operation) throw new Error('The contract has no operation.');
  const once = async () => (await cache.send(sampleOf(operation))).received.status;
  return [await once(), await once(), await once()];
}

test('an equal call is sent once', async () => {
  expect(await statusesOf(runReturning(402, 200))).toEqual([402, 402, 402]);
});

test('a call that the target had no room for is sent again', async () => {
  expect(await statusesOf(runReturning(429, 429, 402))).toEqual([429, 429, 402]);
});
