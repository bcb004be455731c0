import { defineKind } from '../../kind.ts';

export const errorAdded = defineKind({
  id: 'error-added',
  scope: 'error',
  when: 'added',
  title: 'An error is new',
  parts: ['*'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
  reason: 'Any call may get it; a caller that knows every error of the old release does not know it',
  advice: 'Handle it',
  *find(thing) {
    yield { sentence: `Calls may get \`${thing.id}\` (HTTP ${thing.http}): ${thing.summary}` };
  },
  example: {
    given: {
      'errors/service.yaml': [
        'errors:\n',
        'errors:\n  too-many: { http: 429, summary: Too many, from: notes-030, charged: false }\n',
      ],
    },
    edit: { 'limits/reads.yaml': ['error: too-many-reads', 'error: too-many'] },
    also: ['limit-error-changed'],
    back: ['error-removed', 'limit-error-changed'],
  },
});
