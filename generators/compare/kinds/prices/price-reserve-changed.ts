import { defineKind } from '../../kind.ts';
import { listed } from '../../words.ts';

export const priceReserveChanged = defineKind({
  id: 'price-reserve-changed',
  scope: 'price',
  when: 'changed',
  title: 'A call reserves another amount of a balance',
  parts: ['bound'],
  levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
  reason: 'A call that a balance covered may be refused, or the other way round',
  advice: 'Check it against small balances',
  *find(before, after) {
    const text = (price: typeof after) =>
      listed(Object.entries(price.bound ?? {}).map(([name, { text }]) => `${name} = ${text}`));
    yield { sentence: `A call at \`${after.id}\` reserves for ${text(after)} instead of ${text(before)}` };
  },
  example: { edit: { 'prices/counter-use.yaml': ["units: '10'", "units: '20'"] }, back: ['price-reserve-changed'] },
});
