import { movementKind } from '../../engines/price/movement-kind.ts';

export const priceRaised = movementKind('price-raised', {
  title: 'Every call costs more',
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason:
    'Clients that compute prices refuse the new amount, and budgets run out sooner; a deployment that asks for the old one breaks `<operation>.price.amount`',
  advice:
    'Say it before it takes effect, and give clients the new calculator; check `maxPrice` of callers against the worst call',
  example: {
    edit: {
      'prices/transcription.yaml': [
        ['minutes * 0.0065 + handling', 'minutes * 0.007 + handling'],
        ['minutes: minutes * 0.0065', 'minutes: minutes * 0.007'],
        ['usd: "0.015"', 'usd: "0.016"'],
      ],
    },

    back: ['price-lowered'],
  },
});
