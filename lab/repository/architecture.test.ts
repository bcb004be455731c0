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
  ['what a handler receives and returns', /interface Reply/],
  ['the order of limits, parsing, payment and handler', /readInput/],
  ['how a signature is verified', /createVerifier/],
  ['a new operation', /^operation: /m],
  ['which tests are long', /const long\b/],
  ['a fact about the whole repository', /^test\(/m],
  ['which figures of the code are printed', /mutualFolders/],
  ['a word that readers stumble over', /\| Instead of \|/],
  ['a recipe for contributors', /^## Recipes$/m],
  ['a page of documentation', /^# /m],
  ['what a check gets from a run', /export interface Run\b/],
  ['how unpaid challenges are fetched', /interface UnpaidChallenge/],
  ['a field that a challenge must have', /'payment\.challenge\.price'/],
  ['a flaw that makes a payment invalid', /'payment\.rejected\.wrapped'/],
  ['how amounts are read and written', /formatUsd/],
  ['what the log blanks out', /signature/],
  ['how emitted TypeScript is formatted', /format/],
  ['what `generate --watch` does on a change', /watch/],
  ['the simulated providers', /simulatedUpstream/],
  ['a kind of change of `diff`', /defineKind/],
  ['a decision where the documents leave a choice', /^questions:/m],
  ['the status and the text of a refused payment', /http: 402/],
  ['the largest size of a payment header', /max_length/],
  ['how the outcome of a settlement is found later', /pursue|pursuit/i],
  ["how a stream's tokens are counted and charged", /usage/i],
  ['what a provider of another kind answers, in a test', /anthropic/i],
  ['the price plot of a comparison', /<svg/],
  ['options and ports of `serve`', /--control-port/],
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
    const [first = ''] = [...(line ?? '').matchAll(/`([a-z]+\/[^`]+|[\w.]+\.(?:ts|md))`/g)].flatMap(
      ([, path]) => path ?? [],
    );
    const files = globSync(first);
    expect(files).not.toEqual([]);
    expect(files.some((file) => word.test(readFileSync(file, 'utf8')))).toBe(true);
  });
});
