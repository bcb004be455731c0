import { describe, expect, test } from 'vitest';
import { NoResponse, NotTestable } from '../../http/interruption.ts';
import { testProtocolChecks, verdictOf } from '../../testing/reference/protocol-suite.ts';
import { referenceRun } from '../../testing/reference/run.ts';
import { type Handling, judgeHandling, oversizedChecks } from './oversized.ts';

testProtocolChecks(oversizedChecks, [
  ['http.bounded.depth', { chokes: true }, 'free'],
  ['http.bounded.list', { chokes: true }, 'free'],
  ['http.bounded.query', { chokes: true }, 'free'],
]);

const received = { status: 400, headers: {}, rawHeaders: [], text: '{}', json: {}, events: [], cut: false };
const exchangeOf = (change: Partial<typeof received>) => ({
  sent: { method: 'POST', path: '/', headers: {} },
  received: { ...received, ...change },
});

describe('judgeHandling', () => {
  test.each<[string, Handling]>([
    ['a refusal', { seconds: 0.1, silent: false, exchange: exchangeOf({}) }],
    ['a target that is full', { seconds: 0.1, silent: false, exchange: exchangeOf({ status: 503 }) }],
    ['a connection that was closed', { seconds: 0.1, silent: false }],
  ])('accepts %s', (_, dealt) => {
    expect(judgeHandling('A request', dealt)).toBeUndefined();
  });

  test.each<[string, Handling]>([
    ['a late refusal', { seconds: 8, silent: false, exchange: exchangeOf({}) }],
    ['an internal error', { seconds: 0.1, silent: false, exchange: exchangeOf({ status: 500 }) }],
    ['a response of megabytes', { seconds: 1, silent: false, exchange: exchangeOf({ text: 'x'.repeat(1_000_001) }) }],
    ['a target that is gone', { seconds: 0.1, silent: true }],
  ])('refuses %s', (_, dealt) => {
    expect(judgeHandling('A request', dealt)).toMatchObject({ verdict: 'fail' });
  });
});

test('a closed connection is a refusal as long as the next request gets a response', async () => {
  const run = referenceRun({}, 'free');
  const closing = (isGone: boolean) => ({
    ...run,
    send: (invocation: Parameters<typeof run.send>[0]) => {
      if (isGone || invocation.raw) throw new NoResponse('The connection was closed.');
      return run.send(invocation);
    },
  });
  expect(await verdictOf(oversizedChecks, 'http.bounded.depth', closing(false))).toMatchObject({ verdict: 'pass' });
  expect(await verdictOf(oversizedChecks, 'http.bounded.depth', closing(true))).toMatchObject({ verdict: 'fail' });
});

test('sends no long query to a document, whose length alone may take seconds', async () => {
  const run = referenceRun({}, 'free');
  const operations = run.contract.operations.map((operation) =>
    operation.id === 'describe' ? { ...operation, path: '/openapi.json' } : operation,
  );
  const judged = verdictOf(oversizedChecks, 'http.bounded.query', {
    ...run,
    contract: { ...run.contract, operations },
  });
  await expect(judged).rejects.toThrow(NotTestable);
});
