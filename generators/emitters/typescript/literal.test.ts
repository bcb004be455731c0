import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { docstring, lineComment, literal } from './literal.ts';

/** Texts with what could end a comment, a line or a string. */
const nasty = fc
  .array(fc.oneof(fc.string(), fc.constantFrom('*/', '*', '/', '//', '\n', '\r', '\u2028', "'", '`', '${', '\\', '"')))
  .map((parts) => parts.join(''));

/** The value of some code that follows other text. */
function returned(before: string, value: string): unknown {
  return new Function(`${before}\nreturn ${value};`)();
}

describe('docstring', () => {
  test('contains any text without ending early', () => {
    fc.assert(
      fc.property(nasty, nasty, (first, second) => {
        expect(returned(docstring(first, second), '1')).toBe(1);
        expect(docstring(first, second).slice(0, -2)).not.toContain('*/');
      }),
    );
  });
});

describe('lineComment', () => {
  test('keeps any text on one line', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(returned(lineComment(`${text} throw`), '1')).toBe(1);
      }),
    );
  });
});

describe('literal', () => {
  test('is the value that it was made of', () => {
    const value = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 3 },
        nasty,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        tie('list'),
        tie('object'),
      ),
      list: fc.array(tie('json')),
      object: fc.dictionary(fc.oneof(nasty, fc.constant('__proto__')), tie('json'), { noNullPrototype: true }),
    })).json;
    fc.assert(
      fc.property(value, (json) => {
        expect(returned('', `(${literal(json)})`)).toEqual(json);
      }),
    );
  });
});
