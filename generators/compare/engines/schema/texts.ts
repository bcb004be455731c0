import { sample, stringMatching } from 'fast-check';
import type { StringCell } from './cells.ts';

/** A valid text of each format. */
const valid: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-01-31'],
  'date-time': ['2026-01-31T12:00:00Z'],
  time: ['12:00:00Z'],
  duration: ['P1D'],
  email: ['a@example.com'],
  hostname: ['example.com'],
  ipv4: ['192.0.2.1'],
  ipv6: ['2001:db8::1'],
  uri: ['https://example.com/a', 'urn:a:b'],
  'uri-reference': ['/a', 'https://example.com/a'],
  uuid: ['123e4567-e89b-12d3-a456-426614174000'],
  'json-pointer': ['/a'],
  regex: ['^a$'],
};

/** Texts that tell common patterns and formats apart. */
const common = [
  'a',
  'A',
  '0',
  '',
  ' ',
  'a b',
  'é',
  '-1',
  'a/b',
  'a-b',
  'a_b',
  'x'.repeat(12),
  'aA0',
  '0x0',
  'A1',
  '\n',
];

/** Texts longer than this are not made. */
const longest = 200_000;

const sampled = new Map<string, readonly string[]>();

/** Texts that match a pattern, the same ones every time. */
export function matching(pattern: string): readonly string[] {
  const known = sampled.get(pattern);
  if (known) return known;
  const made = [...new Set([...literals(pattern), ...samples(pattern)])].sort((a, b) => a.length - b.length);
  sampled.set(pattern, made);
  return made;
}

function samples(pattern: string): readonly string[] {
  try {
    return sample(stringMatching(new RegExp(pattern, 'u')), { seed: 1, numRuns: 24 });
  } catch {
    // Patterns that look ahead or back cannot be turned round; the common texts are tried for them.
    return [];
  }
}

/** The words that a pattern lists, as in `^(a|b)$`, and the text that it begins with. */
function literals(pattern: string): string[] {
  const body = /^\^\(?(?:\?:)?([^()]*)\)?\$$/.exec(pattern)?.[1];
  const words = body !== undefined && /^[\w|./: -]+$/.test(body) ? body.split('|') : [];
  const start = /^\^([\w:/-]+)/.exec(pattern)?.[1];
  return start === undefined ? words : [...words, start, `${start}a`, `${start}1`];
}

/** The signs that a pattern names, which it may exclude: `<` and `>` of `^[^<>]*$`. */
function signsIn(pattern: string): readonly string[] {
  return [...new Set(pattern.match(/[^\w\s\\]/gu))];
}

/** Lengths near the counts that a pattern names: 41 and 0 of `^a{1,40}$`. */
function countsIn(pattern: string): number[] {
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].flatMap(([, least = '', most = least]) => [
    least,
    most,
  ]);
  return counts.filter((count) => count !== '').flatMap((count) => [Number(count) - 1, Number(count) + 1]);
}

/** Texts near the limits of two cells of strings: those of the first that the second may refuse come early. */
export function* textsBetween(own: StringCell, rivals: readonly StringCell[]): Generator<string> {
  const counts = [own, ...rivals].flatMap(({ patterns }) => patterns.flatMap(countsIn));
  const lengths = [own.min, own.max, ...rivals.flatMap(({ min, max }) => [min - 1, max + 1]), ...counts];
  const wanted = [...new Set(lengths)].filter((length) => length >= 0 && length <= longest);
  const seeds =
    own.patterns.length > 0 ? own.patterns.flatMap(matching) : own.formats.flatMap((format) => valid[format] ?? []);
  const free = own.patterns.length === 0 && own.formats.length === 0;
  for (const seed of seeds) {
    yield seed;
    for (const length of wanted) yield stretched(seed, length);
  }
  if (free) for (const length of [1, ...wanted]) yield 'a'.repeat(length);
  yield* common;
  for (const { patterns, formats } of rivals) {
    for (const text of [
      ...patterns.flatMap((each) => [...matching(each).slice(0, 6), ...signsIn(each)]),
      ...formats.flatMap((each) => valid[each] ?? []),
    ]) {
      yield* [text, text.toUpperCase(), `${text}x`, `x${text}`, text.slice(0, -1), text.slice(1)];
    }
  }
  if (free) for (const length of wanted) yield 'é'.repeat(Math.min(length, 64));
}

/** A text made as long as wanted by its own last character, or cut. */
function stretched(text: string, length: number): string {
  return text.length >= length ? text.slice(0, length) : text + (text.at(-1) ?? 'a').repeat(length - text.length);
}
