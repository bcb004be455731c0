import { movementKind } from '../../engines/price/movement-kind.ts';

export const priceRoundingLowered = movementKind('price-rounding-lowered', {
  title: 'Amounts are rounded to fewer micro-USD',
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason:
    'The difference is below one micro-USD, yet a client that computes prices refuses it; a deployment that rounds as before breaks `<operation>.price.amount`',
  advice: 'Give clients the new calculator; serve the new amount',
  example: {
    edit: { 'prices/translation.yaml': [['rounding: { mode: up,', 'rounding: { mode: down,']] },
    back: ['price-rounding-raised'],
  },
});
