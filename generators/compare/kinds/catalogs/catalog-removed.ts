import { defineKind } from '../../kind.ts';

export const catalogRemoved = defineKind({
  id: 'catalog-removed',
  scope: 'catalog',
  when: 'removed',
  title: 'A table is gone',
  parts: ['*'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
  reason: 'Keys of it can no longer be asked for; what read it is reported with fields and prices',
  advice: 'Nothing',
  *find(thing) {
    yield { sentence: `The catalog \`${thing.id}\` is gone` };
  },
  example: {
    given: {
      'catalogs/tariffs.yaml':
        'catalog: tariffs\nkey: code\nlive: list-languages\nfrom: notes-006\nentries:\n  - { label: Usual, code: usual }\n',
    },
    edit: { 'catalogs/tariffs.yaml': undefined },
    back: ['catalog-added'],
  },
});
