import { describe, expect, test } from 'vitest';
import { JsonPlaces } from './json.ts';

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
