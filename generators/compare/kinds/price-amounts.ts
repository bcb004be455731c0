import { movementKind } from '../engines/price/movement-kind.ts';
import type { Movement } from '../engines/price/shifts.ts';
import { type AnyKind, bothWays, type Example, type Kind } from '../kind.ts';

/** Levels and words of a price that rises for some call. */
const rise = {
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason:
    'Clients that compute prices refuse the new amount, and budgets run out sooner; a deployment that asks for the old amount breaks `<operation>.price.amount`',
  advice:
    'Announce it, and give clients the new calculator; check that the `budget` of callers covers the most expensive call',
} as const;

/** Levels and words of a price that rises for no call. */
const fall = {
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason:
    'No call costs more, but clients that compute prices refuse the new amount; a deployment that asks for the old amount breaks `<operation>.price.amount`',
  advice: 'Give clients the new calculator; serve the new amount',
} as const;

const rounded =
  'The difference is below one micro-USD, but clients that compute prices refuse the new amount; a deployment that rounds as before breaks `<operation>.price.amount`';

/** Changes of the amounts of a price: how much more or less calls cost, and which calls. */
export const priceAmountKinds: readonly AnyKind[] = [
  ...amountKinds({
    forward: { ...rise, id: 'price-raised', title: 'Every call costs more' },
    backward: { ...fall, id: 'price-lowered', title: 'Every call costs less' },
    example: {
      edit: {
        'prices/transcription.yaml': [
          ['minutes * 0.0065 + handling', 'minutes * 0.007 + handling'],
          ['minutes: minutes * 0.0065', 'minutes: minutes * 0.007'],
          ['usd: "0.015"', 'usd: "0.016"'],
        ],
      },
    },
  }),
  ...amountKinds({
    forward: { ...rise, id: 'price-fee-raised', title: 'Every call costs the same amount more' },
    backward: { ...fall, id: 'price-fee-lowered', title: 'Every call costs the same amount less' },
    example: {
      edit: {
        'prices/transcription.yaml': [
          ['minutes * 0.0065 + handling', 'minutes * 0.0065 + handling + 0.001'],
          ['  handling: handling', '  handling: handling + 0.001'],
          ['usd: "0.015"', 'usd: "0.016"'],
        ],
      },
    },
  }),
  ...amountKinds({
    forward: { ...rise, id: 'price-raised-for-some', title: 'Some calls cost more' },
    backward: { ...fall, id: 'price-lowered-for-some', title: 'Some calls cost less' },
    example: {
      edit: {
        'prices/translation.yaml': [
          [
            'formula: max(size * rate, least)',
            'formula: \'max(size * rate, least) + (request.to == "fo" ? 0.001 : 0.0)\'',
          ],
        ],
      },
    },
  }),
  ...amountKinds({
    forward: {
      ...rise,
      id: 'price-raised-above',
      title: 'Calls above a threshold cost more',
      reason: `${rise.reason}; calls up to the threshold cost the same`,
    },
    backward: { ...fall, id: 'price-lowered-above', title: 'Calls above a threshold cost less' },
    example: {
      edit: {
        'prices/transcription.yaml': [
          ['formula: minutes * 0.0065', 'formula: (minutes + max(minutes - 30, 0)) * 0.0065'],
        ],
      },
    },
  }),
  ...amountKinds({
    forward: {
      ...rise,
      id: 'price-shifted-up',
      title: 'Some calls cost more and some less, and the largest difference is a rise',
    },
    backward: {
      ...rise,
      id: 'price-shifted-down',
      title: 'Some calls cost more and some less, and the largest difference is a fall',
      reason: `${rise.reason}; the calls that cost less do not make up for it`,
    },
    example: {
      edit: { 'prices/transcription.yaml': [['formula: minutes * 0.0065', 'formula: (minutes * 2 - 2) * 0.0065']] },
    },
  }),
  ...amountKinds({
    forward: {
      ...rise,
      id: 'price-rounding-raised',
      title: 'Amounts are rounded to more micro-USD',
      reason: rounded,
      advice: fall.advice,
    },
    backward: {
      ...fall,
      id: 'price-rounding-lowered',
      title: 'Amounts are rounded to fewer micro-USD',
      reason: rounded,
    },
    example: {
      given: { 'prices/translation.yaml': ['rounding: { mode: up,', 'rounding: { mode: down,'] },
      edit: { 'prices/translation.yaml': ['rounding: { mode: down,', 'rounding: { mode: up,'] },
    },
  }),
];

/** One of two movements that mirror each other. */
interface Half extends Pick<Kind<'price'>, 'title' | 'levels' | 'reason' | 'advice'> {
  readonly id: Movement;
}

function amountKinds(pair: { readonly forward: Half; readonly backward: Half; readonly example: Example }): AnyKind[] {
  const { forward, backward, example } = pair;
  const [there, back] = bothWays(example, forward.id, backward.id);
  return [
    movementKind(forward.id, { ...forward, example: there }),
    movementKind(backward.id, { ...backward, example: back }),
  ];
}
