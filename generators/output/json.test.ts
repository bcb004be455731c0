import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printJson } from './json.ts';

/** Values whose lists and objects are about as long as a line. */
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    fc.constantFrom(
      '',
      'a',
      '{',
      '[',
      '"',
      'a\nb',
      'ends in [',
      'ends in {',
      '漢字かな',
      'é',
      'x'.repeat(40),
      'x'.repeat(110),
    ),
    fc.constantFrom(0, -1, 1.5, 1e21, true, null),
    fc.array(fc.integer(), { maxLength: 40 }),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'key', 'from', 'a longer key', '__proto__'), tie('value'), {
      maxKeys: 6,
      noNullPrototype: true,
    }),
  ),
}));

test('lays JSON out without changing it, and puts what fits on one line', () => {
  fc.assert(
    fc.property(values.value, (value) => {
      const text = printJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      const compact = JSON.stringify(value);
      if (compact.length <= 60) expect(text.trimEnd().split('\n')).toHaveLength(1);
    }),
    { numRuns: 400 },
  );
});

const layouts = [
  { given: [], want: '[]' },
  { given: { a: 1, b: [1, 2] }, want: '{ "a": 1, "b": [1, 2] }' },
  { given: ['x'.repeat(120), 'y'], want: `[\n  "${'x'.repeat(120)}",\n  "y"\n]` },
  { given: ['漢'.repeat(60)], want: `[\n  "${'漢'.repeat(60)}"\n]` },
  { given: Array.from({ length: 41 }, () => 10), want: `[\n  ${'10, '.repeat(28)}10,\n  ${'10, '.repeat(11)}10\n]` },
];

test.each(layouts)('lays out %#', ({ given, want }) => {
  expect(printJson(given)).toBe(`${want}\n`);
});
