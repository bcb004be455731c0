import { describe, expect, test } from 'vitest';
import { hasDuplicateKeys, JsonPlaces } from './json.ts';

const text = `{ "a": [10, {"b\\"": -1.5e3}, "]}", []],
  "c": { "a": "\\\\", "d,": null }
}`;

/** The text from the offset of a path on. */
const from = (...path: string[]) => text.slice(new JsonPlaces(text).offset(path));

describe('places in JSON', () => {
  test.each([
    [[], '{ "a": [10'],
    [['a'], '"a": [10, {'],
    [['a', '0'], '10, {'],
    [['a', '1', 'b"'], '"b\\"": -1.5e3}'],
    [['a', '2'], '"]}", []]'],
    [['a', '3'], '[]],\n'],
    [['c', 'a'], '"a": "\\\\", "d,"'],
    [['c', 'd,'], '"d,": null }\n}'],
  ])('are those of names and of items of lists: %j', (path, begins) => {
    expect(from(...path).slice(0, begins.length)).toBe(begins);
  });

  test('are those of what is nearest where a path leads nowhere', () => {
    expect(from('c', 'x', 'y')).toBe(from('c'));
    expect(from('a', '9')).toBe(from('a'));
    expect(from('x')).toBe(text);
  });
});

describe('keys that an object has twice', () => {
  test.each([
    ['{"a":1,"a":1}', true],
    ['{"b":{"a":1,"c":[{"a":2,"a":3}]}}', true],
    ['{"a" : 1, "a": 2}', true],
    ['{"a":{"x":1,"y":2},"a":{"x":1}}', true],
    ['{"a\\u0022:":1,"a":1,"a":2}', true],
    ['{"a":{"a":1},"b":[{"a":1},{"a":1}]}', false],
    ['{"a" : "\\"a\\":1 : \\\\", "b":":"}', false],
    ['{"a":"\\u0022:"}', false],
    ['[1,"a : b",{}]', false],
  ])('are found in %s: %j', (text, isFound) => {
    expect(hasDuplicateKeys(text, JSON.parse(text))).toBe(isFound);
  });
});
