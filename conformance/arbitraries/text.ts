/** Texts of given lengths, patterns and formats. */

import fc from 'fast-check';
import type { JsonSchema } from '../contract/contract.ts';

/** A character of one code point, one UTF-16 unit and three bytes. */
export const wide = '漢';

/** The longest text that the suite sends, in code points. */
export const maxTextLength = 500_000;

const samples: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'someone@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  time: '12:00:00Z',
  uri: 'https://example.com/a',
  'uri-reference': '/a',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
};

/** Some are expensive to build, so each is built once, on first use. */
const arbitraries: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
  email: () => fc.emailAddress(),
  hostname: () => fc.domain(),
  ipv4: () => fc.ipV4(),
  ipv6: () => fc.ipV6(),
  uri: webUrl,
  uuid: () => fc.uuid(),
};

/** Any code point except surrogates, percent-encoded. */
const escaped = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => `%${Buffer.from(String.fromCodePoint(point)).toString('hex').match(/../g)?.join('%')}`);

/** Domains that are reserved for examples (RFC 2606), so that gateways call no hosts of other people. */
const reserved = ['example.com', 'example.net', 'example.org'];

/** URLs of web pages on reserved domains. */
function webUrl(): fc.Arbitrary<string> {
  const lower = 'abcdefghijklmnopqrstuvwxyz0123456789';
  const label = fc.string({ unit: fc.constantFrom(...lower), minLength: 1, maxLength: 12 });
  const domain = fc.tuple(fc.array(label, { maxLength: 2 }), fc.constantFrom(...reserved));
  const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined });
  const plain = fc.constantFrom(...`${lower}ABCXYZ-._~!$&'()*+,;=:@`);
  const character = fc.oneof({ weight: 10, arbitrary: plain }, { weight: 1, arbitrary: escaped });
  const segments = fc.array(fc.string({ unit: character }), { maxLength: 5 });
  return fc
    .tuple(fc.constantFrom('http', 'https'), domain, port, segments)
    .map(([scheme, [labels, suffix], at, path]) => {
      const host = [...labels, suffix].join('.');
      return `${scheme}://${host}${at === undefined ? '' : `:${at}`}${path.map((segment) => `/${segment}`).join('')}`;
    });
}

const built = new Map<string, fc.Arbitrary<string> | undefined>();

function ofFormat(format: string): fc.Arbitrary<string> | undefined {
  const known = built.get(format) ?? arbitraries[format]?.();
  built.set(format, known);
  return known;
}

/** Text of a length in code points. */
export function textOfLength(length: number, character = 'a'): string {
  return character.repeat(length);
}

/** Texts that match a pattern; `undefined` where the generator does not support it. */
export function matching(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    return undefined;
  }
}

/** The examples of a shape. */
function examplesOf({ examples }: JsonSchema): readonly string[] {
  return Array.isArray(examples) ? examples.filter((example) => typeof example === 'string') : [];
}

/** A short text that satisfies a shape. */
export function sampleText(shape: JsonSchema): string {
  const [example] = examplesOf(shape);
  if (example !== undefined) return example;
  if (typeof shape.format === 'string') return samples[shape.format] ?? 'a';
  const length = Number(shape.minLength ?? 1);
  if (typeof shape.pattern === 'string') {
    const texts = matching(shape.pattern);
    const drawn = texts ? fc.sample(texts, { seed: 1, numRuns: 50 }) : [];
    const fitting = drawn.filter((text) => [...text].length >= length).sort((a, b) => a.length - b.length);
    return fitting[0] ?? drawn[0] ?? 'a';
  }
  return textOfLength(Math.max(length, Math.min(1, Number(shape.maxLength ?? 1))));
}

const characters = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz ABCXYZ0123456789.,-_') },
  { weight: 1, arbitrary: fc.constantFrom('é', 'ß', wide, '😀', '𝒳') },
);

const made = new WeakMap<JsonSchema, fc.Arbitrary<string>>();

/** Texts that satisfy a shape however characters are counted, including the shortest and longest. */
export function texts(shape: JsonSchema): fc.Arbitrary<string> {
  const known = made.get(shape) ?? create(shape);
  made.set(shape, known);
  return known;
}

function create(shape: JsonSchema): fc.Arbitrary<string> {
  const examples = examplesOf(shape);
  if (examples.length > 0) return fc.constantFrom(...examples);
  if (typeof shape.pattern === 'string') return matching(shape.pattern) ?? fc.constant(sampleText(shape));
  if (typeof shape.format === 'string') return ofFormat(shape.format) ?? fc.constant(sampleText(shape));
  // Without a minLength, the documents leave open whether a text may be empty or blank.
  const low = Number(shape.minLength ?? 1);
  const high = Math.min(Number(shape.maxLength ?? low + 60), maxTextLength);
  const drawn = fc.string({ unit: characters, minLength: low, maxLength: Math.min(high, low + 60) });
  const usual = drawn.filter((text) => text.length <= high && text.trim() === text);
  const edges = [low, low + 1, high - 1, high].filter((length) => length >= low && length <= high);
  const edge = fc
    .tuple(fc.constantFrom(...edges), fc.constantFrom('a', wide))
    .map(([length, character]) => textOfLength(length, character));
  return fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: edge });
}
