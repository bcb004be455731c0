import { defineKind } from '../../kind.ts';
import { listed, shown } from '../../words.ts';

export const catalogEntryStatedOtherwise = defineKind({
  id: 'catalog-entry-stated-otherwise',
  scope: 'catalog-entry',
  when: 'changed',
  title: 'How certain an entry of a table is changed',
  parts: ['status', 'open'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
  reason: 'What is stated can fail a deployment; open columns are left to it',
  advice: 'Run the suite',
  *find(_, after) {
    yield {
      sentence: `${shown(after.label)} is ${after.status}${after.open ? `, with ${listed(after.open)} left to each deployment` : ''}`,
    };
  },
  example: {
    edit: { 'catalogs/languages.yaml': ['rate: "0.00003", status: assumed', 'rate: "0.00003", from: notes-010'] },
    back: ['catalog-entry-stated-otherwise'],
  },
});
