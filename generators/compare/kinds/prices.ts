import { harmless } from '../change.ts';
import { statedFound } from '../engines/price/stated.ts';
import { type AnyKind, defineKind, defineMirrored } from '../kind.ts';
import { meansSame } from '../meaning.ts';
import { listed, without } from '../words.ts';

/** Changes of prices, except of the amounts. */
export const priceKinds: readonly AnyKind[] = [
  ...defineMirrored({
    scope: 'price',
    parts: ['when'],
    forward: {
      id: 'price-stated-for-more',
      title: 'The documents state the amounts of more calls',
      levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
      reason: 'A deployment that asks for other amounts in these calls now fails',
      advice: 'Read the questions behind it',
      *find(before, after) {
        yield* statedFound('more', before, after);
      },
    },
    backward: {
      id: 'price-stated-for-fewer',
      title: 'The documents state the amounts of fewer calls',
      levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
      reason: 'The amounts of the other calls are now choices of this specification, and no run fails on them',
      advice: 'Read the questions behind it',
      *find(before, after) {
        yield* statedFound('fewer', before, after);
      },
    },
    example: {
      given: { 'prices/transcription.yaml': ['inputs:', 'when: request.seconds > 60\ninputs:'] },
      edit: { 'prices/transcription.yaml': ['when: request.seconds > 60\n', ''] },
    },
  }),
  ...defineMirrored({
    scope: 'price',
    parts: ['sides'],
    forward: {
      id: 'price-side-added',
      title: 'The documents allow one more formula for a price',
      levels: { callers: 'risky', operators: 'compatible', suite: 'compatible' },
      reason: 'A deployment may ask for either amount, so a client that knows only one of them may refuse the other',
      advice: 'Read the question behind it',
      *find(before, after) {
        for (const { text } of without(before.sides, after.sides))
          yield { sentence: `The documents also allow \`${text}\` for \`${after.id}\`` };
      },
    },
    backward: {
      id: 'price-side-removed',
      title: 'The documents no longer allow a formula for a price',
      levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
      reason: 'Callers can rely on one amount; a deployment that asks for the other breaks `<operation>.price.amount`',
      advice: 'Read the question behind it',
      *find(before, after) {
        for (const { text } of without(after.sides, before.sides))
          yield { sentence: `The documents no longer allow \`${text}\` for \`${after.id}\`` };
      },
    },
    example: {
      edit: {
        'prices/transcription.yaml': [
          'rounding: up',
          'rounding: up\nsides:\n  - { formula: minutes * 0.0065, from: notes-011, status: conflict }',
        ],
      },
    },
  }),
  defineKind({
    id: 'price-parts-renamed',
    scope: 'price',
    title: 'The parts of a price have other names',
    parts: ['breakdown'],
    levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
    reason: 'A caller that reads a part of the price by its old name may not find it',
    advice: 'Use the new names',
    *find(before, after) {
      const [was, is] = [before, after].map(({ breakdown }) => Object.keys(breakdown));
      if (meansSame(was, is)) return;
      yield { sentence: `\`${after.id}\` consists of ${listed(is ?? [])} instead of ${listed(was ?? [])}` };
    },
    example: {
      edit: { 'prices/transcription.yaml': ['  handling: handling', '  fee: handling'] },
    },
  }),
  defineKind({
    id: 'price-details-changed',
    scope: 'price',
    title: 'The price details of a challenge changed',
    parts: ['details'],
    levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
    reason: 'A caller that reads the old details may not find them',
    advice: 'Read the new details',
    *find(before, after) {
      const [was, is] = [before, after].map(({ details = {} }) => Object.keys(details));
      yield {
        sentence: `The challenge of \`${after.id}\` has the details ${listed(is ?? [])} instead of ${listed(was ?? [])}`,
      };
    },
    example: {
      edit: {
        'prices/transcription.yaml': [
          'rounding: up',
          'details: { work: { fields: { minutes: minutes }, from: notes-011 } }\nrounding: up',
        ],
      },
    },
  }),
  defineKind({
    id: 'price-reserve-changed',
    scope: 'price',
    title: 'A call reserves another amount of a balance',
    parts: ['bound'],
    levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
    reason: 'A balance that covered a call may no longer cover it, or may now cover it',
    advice: 'Check calls with small balances',
    *find(before, after) {
      const text = (price: typeof after) =>
        listed(Object.entries(price.bound ?? {}).map(([name, { text }]) => `${name} = ${text}`));
      yield { sentence: `A call at \`${after.id}\` reserves funds for ${text(after)} instead of ${text(before)}` };
    },
    example: {
      edit: { 'prices/counter-use.yaml': ["units: '10'", "units: '20'"] },
    },
  }),
  defineKind({
    id: 'price-description-changed',
    scope: 'price',
    title: 'The description of a price changed',
    parts: ['summary', 'roundingStatus'],
    levels: harmless,
    reason: 'Descriptions do not affect amounts',
    advice: 'Nothing',
    *find(_, after) {
      yield { sentence: `The description of \`${after.id}\` changed` };
    },
    example: {
      edit: { 'prices/transcription.yaml': ['A rate for each begun minute', 'A rate for every begun minute'] },
    },
  }),
];
