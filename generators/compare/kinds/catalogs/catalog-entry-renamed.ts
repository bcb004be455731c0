import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const catalogEntryRenamed = defineKind({
  id: 'catalog-entry-renamed',
  scope: 'catalog-entry',
  when: 'changed',
  title: 'An entry of a table has another key',
  parts: ['code', 'id', 'model', 'name', 'key'],
  levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
  reason: 'Requests that name it by the old key may be refused',
  advice: 'Name it by the new key',
  *find(before, after) {
    const names = Object.keys({ ...before.values, ...after.values }).filter(
      (name) => shown(before.values[name]) !== shown(after.values[name]),
    );
    const keys = names.filter((name) => ['code', 'id', 'model', 'name', 'key'].includes(name));
    yield {
      sentence: `${shown(after.label)} has ${keys.map((name) => `${name} ${shown(after.values[name])} instead of ${shown(before.values[name])}`).join(', ')}`,
    };
  },
  example: {
    edit: { 'catalogs/languages.yaml': ['code: fo', 'code: fao'] },
    back: ['catalog-entry-renamed'],
  },
});
