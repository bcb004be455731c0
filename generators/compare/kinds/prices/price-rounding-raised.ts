import { movementKind } from '../../engines/price/movement-kind.ts';

export const priceRoundingRaised = movementKind('price-rounding-raised', {
  title: 'Amounts are rounded to more micro-USD',
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason:
    'The difference is below one micro-USD, yet a client that computes prices refuses it; a deployment that rounds as before breaks `<operation>.price.amount`',
  advice: 'Give clients the new calculator; serve the new amount',
  example: {
    given: { 'prices/translation.yaml': ['rounding: { mode: up,', 'rounding: { mode: down,'] },
    edit: { 'prices/translation.yaml': ['rounding: { mode: down,', 'rounding: { mode: up,'] },
    back: ['price-rounding-lowered'],
  },
});
