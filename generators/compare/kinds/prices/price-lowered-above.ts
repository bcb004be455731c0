import { movementKind } from '../../engines/price/movement-kind.ts';

export const priceLoweredAbove = movementKind('price-lowered-above', {
  title: 'Calls above a threshold cost less',
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason:
    'No call costs more, but a client that computes prices refuses a quote that is not its own; a deployment that asks for the old amount breaks `<operation>.price.amount`',
  advice: 'Give clients the new calculator; serve the new amount',
  example: {
    edit: { 'prices/transcription.yaml': [['formula: minutes * 0.0065', 'formula: min(minutes, 60) * 0.0065']] },

    back: ['price-raised-above'],
  },
});
