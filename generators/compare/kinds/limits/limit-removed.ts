import { defineKind } from '../../kind.ts';
import { listed } from '../../words.ts';

export const limitRemoved = defineKind({
  id: 'limit-removed',
  scope: 'limit',
  when: 'removed',
  title: 'Calls are no longer limited',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'breaking' },
  reason: 'No caller is refused that was served; a deployment may go on counting',
  advice: 'Nothing',
  *find(thing) {
    yield { sentence: `${listed(thing.operations)} may be called without a limit` };
  },
  example: {
    given: {
      'limits/reads.yaml': [
        'limits:\n',
        'limits:\n  translations: { summary: Translations, operations: [translate], count: 9, window: 60, key: ip, error: too-many-reads, from: notes-030 }\n',
      ],
    },
    edit: {
      'limits/reads.yaml': [
        '  translations: { summary: Translations, operations: [translate], count: 9, window: 60, key: ip, error: too-many-reads, from: notes-030 }\n',
        '',
      ],
    },
    back: ['limit-added'],
  },
});
