import { movementKind } from '../../engines/price/movement-kind.ts';

export const priceLoweredForSome = movementKind('price-lowered-for-some', {
  title: 'Some calls cost less',
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason:
    'No call costs more, but a client that computes prices refuses a quote that is not its own; a deployment that asks for the old amount breaks `<operation>.price.amount`',
  advice: 'Give clients the new calculator; serve the new amount',
  example: {
    edit: {
      'prices/translation.yaml': [
        ['formula: max(size * rate, least)', 'formula: \'request.to == "fo" ? 0.001 : max(size * rate, least)\''],
      ],
    },
    back: ['price-raised-for-some'],
  },
});
