import { movementKind } from '../../engines/price/movement-kind.ts';

export const priceShiftedDown = movementKind('price-shifted-down', {
  title: 'Some calls cost more and some less, and the largest difference is a fall',
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason:
    'Clients that compute prices refuse the new amount, and budgets run out sooner; a deployment that asks for the old one breaks `<operation>.price.amount`. Those that cost less do not help the others',
  advice:
    'Say it before it takes effect, and give clients the new calculator; check `maxPrice` of callers against the worst call',
  example: {
    edit: { 'prices/transcription.yaml': [['formula: minutes * 0.0065', 'formula: (minutes / 2 + 1) * 0.0065']] },
    back: ['price-shifted-up'],
  },
});
