import { expect, test } from 'vitest';
import { referenceContract } from '../testing/reference/contract.ts';
import { testFamily } from '../testing/reference/family-suite.ts';
import { referenceRule } from '../testing/reference/rule.ts';
import { referenceRun } from '../testing/reference/run.ts';
import { streamFamily } from './stream.ts';

// A whole stream is judged without a control API as well.
const stream = referenceRule('stream', 'small.stream', { operation: 'small', level: 'paid' });

testFamily(
  streamFamily,
  [stream],
  [
    [stream.id, { streamType: 'application/json' }, /no event stream/],
    [stream.id, { streamEnd: 'THE END' }, /last event does not match/],
    [stream.id, { cut: 'silent' }, /does not end with an error event/],
    [stream.id, { cut: 'charged' }, /was charged/],
  ],
);

test('asks for no error event that no machine of streams states', async () => {
  const contract = { ...referenceContract, machines: {} };
  const run = referenceRun({ cut: 'silent' }, 'controlled', contract);
  expect(await streamFamily.check(stream, run)).toMatchObject({ verdict: 'pass' });
});
