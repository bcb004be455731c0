import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const text = readFileSync('ARCHITECTURE.md', 'utf8');

/** Each question of the last table, with a word that stands where the answer says. */
const answers: readonly (readonly [question: string, word: RegExp])[] = [
  ['the default of a field', /default:/],
  ['the encoding of a 402 header', /PAYMENT-REQUIRED: \{ form/],
  ['which response an invalid request must get', /decideInvalid/],
  ['the near misses of `pattern`', /\bpattern:/],
  ['rounding', /rounding/],
  ['a new kind of limit', /z\.strictObject/],
  ['a new emitter', /Emitter\b/],
  ['the retry policy', /retry-after/],
  ['the claims table', /create table if not exists claims/],
  ['a filter of the report', /filter/],
  ['a new operation', /^operation: /m],
];

describe('ARCHITECTURE.md', () => {
  test('names only files and folders that exist', () => {
    const named = [...text.matchAll(/`((?:[a-z-]+\/)+(?:[\w.*-]+)?)`/g)].flatMap(([, path]) => path ?? []);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((path) => globSync(path).length === 0)).toEqual([]);
  });

  test.each(answers)('answers where to change %s in one line that is right', (question, word) => {
    const [line, ...others] = text.split('\n').filter((each) => each.startsWith(`| ${question} |`));
    expect(others).toEqual([]);
    const [first = ''] = [...(line ?? '').matchAll(/`([a-z]+\/[^`]+)`/g)].flatMap(([, path]) => path ?? []);
    const files = globSync(first);
    expect(files).not.toEqual([]);
    expect(files.some((file) => word.test(readFileSync(file, 'utf8')))).toBe(true);
  });
});
