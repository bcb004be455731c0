import { globSync, readFileSync } from 'node:fs';
import { isObject } from '@tollwright/runtime/values/json';
import { standardTransport } from '@tollwright/runtime/x402/standard';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { handWritten, isOfTests } from './figures/files.ts';

/** Files that name a header of payments, or a code or a text of an error, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'runtime/http/listen.ts': 'the reason phrase of a status of HTTP, for requests that no host can read',
  'runtime/pipeline/answers.ts': 'browsers may read the header of HTTP authentication',
  'runtime/pipeline/problems.ts': 'the header of HTTP authentication asks for an API key',
  'runtime/x402/standard.ts': 'the names of the standard stand here',
};

const read = (pattern: string) => globSync(pattern).map((file) => load(readFileSync(file, 'utf8')));
const headers = [...new Set(read('spec/{,standards/x402/}protocol/*.yaml').flatMap((file) => [...headersIn(file)]))];
const errors = read('spec/{,standards/x402/}errors/*.yaml').flatMap((file) => entriesAt(file, 'errors'));
const errorIds = errors.map(([id]) => id);
const constants = [...new Set(errors.flatMap(([, error]) => [...constantsIn(error)]))];

/** Names of headers in any case, except where an error has them as its id; codes and texts as they are written. */
const words = new RegExp(
  [
    ...headers.map((name) => `(?<![\\w.-])(?:${inAnyCase(name)})(?![\\w-])`),
    ...constants.map((text) => `(?<!\\w)${text.replace(/\W/g, '\\$&')}(?!\\w)`),
  ].join('|'),
);

function inAnyCase(name: string): string {
  const spelled = [name, name.toUpperCase(), name.toLowerCase()];
  return [...new Set(spelled)].filter((each) => !errorIds.includes(each)).join('|');
}

/** The entries of an object at a key of a file. */
function entriesAt(file: unknown, key: string): readonly [string, unknown][] {
  const value = isObject(file) ? file[key] : undefined;
  return isObject(value) ? Object.entries(value) : [];
}

/** The keys of each `headers` in a value. */
function* headersIn(value: unknown): Iterable<string> {
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'headers' && isObject(inner)) yield* Object.keys(inner);
    yield* headersIn(inner);
  }
}

/** The constant texts and codes of errors: the fields `error` and `code` of their bodies, at any depth. */
function* constantsIn(value: unknown, field = ''): Iterable<string> {
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'const' && typeof inner === 'string' && ['error', 'code'].includes(field)) yield inner;
    // A field may have one of several shapes.
    yield* constantsIn(inner, ['anyOf', 'oneOf'].includes(key) || /^\d+$/.test(key) ? field : key);
  }
}

describe('the words of the payment protocol', () => {
  test('are all known', () => {
    expect(headers).toEqual(expect.arrayContaining(['PAYMENT-REQUIRED', 'WWW-Authenticate', 'X-Payment-Receipt']));
    expect(constants).toEqual(
      expect.arrayContaining(['Payment Required', 'PAYMENT_REPLAY', 'resource_unavailable', 'Rate limited']),
    );
  });

  test('stand in the specification, and in the files of this list alone, of which at most 6 name a header', () => {
    const files = [...handWritten()].filter(([file, text]) => !isOfTests(file) && words.test(text));
    expect(files.map(([file]) => file).toSorted()).toEqual(Object.keys(exceptions).toSorted());
    expect(files.length).toBeLessThanOrEqual(6);
  });

  test.each([
    ["headers['x-payment']", true],
    ['`PAYMENT-SIGNATURE: `', true],
    ["code === 'PAYMENT_REPLAY'", true],
    ["{ error: 'Rate limited' }", true],
    ["'payment.accepted.x-payment'", false],
    ["'x-payment-info'", false],
    ["'payment-required': 'x402'", false],
  ])('are seen in %s: %s', (text, isSeen) => {
    expect(words.test(text)).toBe(isSeen);
  });
});

test('the names of the standard are those of its specification, which has no headers of version 1', () => {
  const file = load(readFileSync('spec/standards/x402/protocol/x402.yaml', 'utf8'));
  const upper = (names: Iterable<string>) => [...names].map((name) => name.toUpperCase());
  const { challenge, payment, receipt } = standardTransport;
  const named = [...Object.keys(challenge.headers), ...payment.headers, ...Object.keys(receipt.headers)];
  expect(upper(named).filter((name) => name !== 'X-PAYMENT-RESPONSE')).toEqual(upper(headersIn(file)));
});
