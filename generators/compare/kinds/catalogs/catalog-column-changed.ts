import { effectsOf, isReadElsewhere } from '../../engines/price/catalog-effects.ts';
import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const catalogColumnChanged = defineKind({
  id: 'catalog-column-changed',
  scope: 'catalog-entry',
  when: 'changed',
  title: 'A column of a catalog has another value',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
  reason: 'It decides no price and no rule; a live catalog with the old value may be at fault',
  advice: 'Serve the new value',
  *find(before, after, context) {
    const { columns, moved, rules } = effectsOf(before, after, context);
    if (columns.length === 0 || rules || (moved && 'movement' in moved)) return;
    if (isReadElsewhere(columns, context)) {
      yield { same: columns, by: 'every call of the host' };
      return;
    }
    const values = columns.map(
      (name) => `\`${name}\` is ${shown(after.values[name])} instead of ${shown(before.values[name])}`,
    );
    yield { sentence: `Of \`${after.label}\` in the catalog ${values.join(', ')}`, parts: columns };
  },
  example: {
    given: { 'catalogs/languages.yaml': ['rate: "0.00003"', 'rate: "0.00003", speakers: 50000'] },
    edit: { 'catalogs/languages.yaml': ['50000', '60000'] },
    back: ['catalog-column-changed'],
  },
});
