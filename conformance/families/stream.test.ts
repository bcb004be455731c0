import { testFamily } from '../testing/reference/family-suite.ts';
import { referenceRule } from '../testing/reference/rule.ts';
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
