import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const catalogReadOtherwise = defineKind({
  id: 'catalog-read-otherwise',
  scope: 'catalog',
  when: 'changed',
  title: 'A table has another key, or is served by another operation',
  parts: ['key', 'live'],
  levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
  reason: 'Requests name its entries by values of another column',
  advice: 'Read the keys anew',
  *find(_, after) {
    yield { sentence: `\`${after.id}\` is read by ${shown(after.key)} and served by ${shown(after.live)}` };
  },
  example: {
    edit: { 'catalogs/languages.yaml': ['live: list-languages\n', ''] },
    back: ['catalog-read-otherwise'],
  },
});
