import { expect, test } from 'vitest';
import { sampleOf } from '../http/sample.ts';
import { referenceRun } from '../testing/reference/run.ts';
import { refusedBefore } from './mistakes.ts';

test('refusedBefore returns the farthest numbers and one text of each field that were refused alone', () => {
  const run = referenceRun();
  const operation = run.operation('small');
  const sample = { ...sampleOf(operation), body: { parts: 4, color: 'red' } };
  const received = { headers: {}, rawHeaders: [], text: '', json: undefined, events: [], cut: false };
  const refused = (change: object, status = 400) => ({
    operation: operation.id,
    invocation: { ...sample, body: { ...sample.body, ...change } },
    exchange: { sent: { method: 'POST', path: '/', headers: {} }, received: { ...received, status } },
  });
  const exchanges = [
    refused({ parts: 31 }),
    refused({ parts: 300 }),
    refused({ parts: 40 }),
    refused({ parts: -1 }),
    refused({ parts: null }),
    refused({ parts: 1000 }, 402),
    refused({ color: 'Red' }),
    refused({ color: 'blue', parts: 2000 }),
  ];
  const own = { ...operation, example: { body: sample.body } };
  const calls = refusedBefore({ ...run, exchanges }, own);
  expect(calls.map(({ body }) => body)).toEqual([
    { parts: 300, color: 'red' },
    { parts: -1, color: 'red' },
    { parts: 4, color: 'Red' },
  ]);
});
