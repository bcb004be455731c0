import { movementKind } from '../../engines/price/movement-kind.ts';

export const priceRaisedForSome = movementKind('price-raised-for-some', {
  title: 'Some calls cost more',
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason:
    'Clients that compute prices refuse the new amount, and budgets run out sooner; a deployment that asks for the old one breaks `<operation>.price.amount`',
  advice:
    'Say it before it takes effect, and give clients the new calculator; check `maxPrice` of callers against the worst call',
  example: {
    edit: {
      'prices/translation.yaml': [
        [
          'formula: max(size * rate, least)',
          'formula: \'max(size * rate, least) + (request.to == "fo" ? 0.001 : 0.0)\'',
        ],
      ],
    },
    back: ['price-lowered-for-some'],
  },
});
