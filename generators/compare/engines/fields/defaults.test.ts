import { describe, expect, test } from 'vitest';
import type { Change } from '../../../fixtures/tiny.ts';
import { compare } from '../../compare.ts';
import { both, edited } from '../../testing/edited.ts';

const [schemas, prices] = ['schemas/audio.yaml', 'prices/transcription.yaml'];

/** A recording is a minute long where a caller does not say how long it is. */
const optional = {
  [schemas]: [
    ['required: [audio_url, seconds]', 'required: [audio_url]'],
    ['maximum: 7200,', 'maximum: 7200, default: 60,'],
    ['{ required: notes-019, type', '{ default: notes-019, type'],
  ],
} satisfies Readonly<Record<string, Change>>;

const longer = { [schemas]: ['default: 60', 'default: 120'] } satisfies Readonly<Record<string, Change>>;

const dearer = {
  [prices]: [
    ['formula: minutes * 0.0065', 'formula: minutes * 0.0075'],
    ['minutes: minutes * 0.0065', 'minutes: minutes * 0.0075'],
    ['usd: "0.015"', 'usd: "0.017"'],
  ],
} satisfies Readonly<Record<string, Change>>;

function sentences(edit: Readonly<Record<string, Change>>): string[] {
  const { changes } = compare(edited(optional), edited(both(optional, edit)));
  return changes.filter(({ kind }) => /default|price/.test(kind)).map(({ kind, sentence }) => `${kind}: ${sentence}`);
}

describe('a default that changes', () => {
  test('says what it does to the price of a call, which is no change of the price', () => {
    expect(sentences(longer)).toMatchInlineSnapshot(`
      [
        "request-default-changed: \`seconds\` in the body of \`transcribe\` is 120 instead of 60 by default; such a call costs 0.015 instead of 0.0085 USD",
      ]
    `);
  });

  test('says so in the amounts of the newer formula, where that changes, too', () => {
    expect(sentences(both(longer, dearer))).toMatchInlineSnapshot(`
      [
        "price-raised: \`transcription\` costs 0.001 to 0.12 USD (median 0.001) more for every call; the largest: \`transcribe\` from 0.782 to 0.902 USD for {"audio_url":"https://quay.example/morning.ogg","seconds"… (21 sampled inputs)",
        "request-default-changed: \`seconds\` in the body of \`transcribe\` is 120 instead of 60 by default; such a call costs 0.017 instead of 0.0095 USD",
      ]
    `);
  });

  test('has no part in what another formula does', () => {
    expect(sentences(dearer)).toMatchInlineSnapshot(`
      [
        "price-raised: \`transcription\` costs 0.001 to 0.12 USD (median 0.001) more for every call; the largest: \`transcribe\` from 0.782 to 0.902 USD for {"audio_url":"https://quay.example/morning.ogg","seconds"… (22 sampled inputs)",
      ]
    `);
  });

  test('is one within an alternative, which is there on one side, on both, or on the other', () => {
    const kinds = (one: string, other: string) =>
      `additionalProperties: true\n    oneOf: [{ required: [loud], properties: { loud: { const: true }, level: { type: integer${one} } } }, { not: { required: [loud] }, properties: { level: { type: integer${other} } } }]\n    properties:`;
    const written = (one: string, other: string) => both(optional, { [schemas]: [['properties:', kinds(one, other)]] });
    const changes = (before: readonly [string, string], after: readonly [string, string]) =>
      compare(edited(written(...before)), edited(written(...after))).changes.map(
        ({ kind, sentence }) => `${kind}: ${sentence}`,
      );
    const none = ['', ''] as const;
    expect([
      changes(none, [', default: 3', '']),
      changes([', default: 3', ''], [', default: 4', '']),
      changes(['', ', default: 3'], none),
    ]).toMatchInlineSnapshot(`
      [
        [
          "request-default-added: \`level\` in alternative 1 of the body of \`transcribe\` is 3 by default",
        ],
        [
          "request-default-changed: \`level\` in alternative 1 of the body of \`transcribe\` is 4 instead of 3 by default",
        ],
        [
          "request-default-removed: \`level\` in alternative 2 of the body of \`transcribe\` is no longer 3 by default",
        ],
      ]
    `);
  });
});
