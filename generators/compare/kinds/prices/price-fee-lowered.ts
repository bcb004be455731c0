import { movementKind } from '../../engines/price/movement-kind.ts';

export const priceFeeLowered = movementKind('price-fee-lowered', {
  title: 'Every call costs the same amount less',
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason:
    'No call costs more, but a client that computes prices refuses a quote that is not its own; a deployment that asks for the old amount breaks `<operation>.price.amount`',
  advice: 'Give clients the new calculator; serve the new amount',
  example: {
    edit: {
      'prices/transcription.yaml': [
        ['minutes * 0.0065 + handling', 'minutes * 0.0065 + handling / 2'],
        ['  handling: handling', '  handling: handling / 2'],
        ['usd: "0.015"', 'usd: "0.014"'],
      ],
    },

    back: ['price-fee-raised'],
  },
});
