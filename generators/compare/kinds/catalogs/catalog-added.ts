import { defineKind } from '../../kind.ts';

export const catalogAdded = defineKind({
  id: 'catalog-added',
  scope: 'catalog',
  when: 'added',
  title: 'A table is new',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'What reads it is reported with fields and prices',
  advice: 'Nothing',
  *find(thing) {
    yield { sentence: `The catalog \`${thing.id}\` is new` };
  },
  example: {
    edit: {
      'catalogs/tariffs.yaml':
        'catalog: tariffs\nkey: code\nlive: list-languages\nfrom: notes-006\nentries:\n  - { label: Usual, code: usual }\n',
    },
    back: ['catalog-removed'],
  },
});
