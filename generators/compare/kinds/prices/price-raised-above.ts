import { movementKind } from '../../engines/price/movement-kind.ts';

export const priceRaisedAbove = movementKind('price-raised-above', {
  title: 'Calls above a threshold cost more',
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason:
    'Clients that compute prices refuse the new amount, and budgets run out sooner; a deployment that asks for the old one breaks `<operation>.price.amount`; calls up to the threshold show nothing of it',
  advice:
    'Say it before it takes effect, and give clients the new calculator; check `maxPrice` of callers against the worst call',
  example: {
    edit: {
      'prices/transcription.yaml': [
        ['formula: minutes * 0.0065', 'formula: (minutes + max(minutes - 30, 0)) * 0.0065'],
      ],
    },

    back: ['price-lowered-above'],
  },
});
