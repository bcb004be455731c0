import { movementKind } from '../../engines/price/movement-kind.ts';

export const priceShiftedUp = movementKind('price-shifted-up', {
  title: 'Some calls cost more and some less, and the largest difference is a rise',
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason:
    'Clients that compute prices refuse the new amount, and budgets run out sooner; a deployment that asks for the old one breaks `<operation>.price.amount`',
  advice:
    'Say it before it takes effect, and give clients the new calculator; check `maxPrice` of callers against the worst call',
  example: {
    edit: { 'prices/transcription.yaml': [['formula: minutes * 0.0065', 'formula: (minutes * 2 - 2) * 0.0065']] },
    back: ['price-shifted-down'],
  },
});
