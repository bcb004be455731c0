import { defineKind } from '../../kind.ts';

export const errorRemoved = defineKind({
  id: 'error-removed',
  scope: 'error',
  when: 'removed',
  title: 'An error is gone',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
  reason: 'No call gets it any more',
  advice: 'Take its rules out of baselines',
  *find(thing) {
    yield { sentence: `No call gets \`${thing.id}\` (HTTP ${thing.http}) any more` };
  },
  example: {
    given: {
      'errors/service.yaml': [
        'errors:\n',
        'errors:\n  too-many: { http: 429, summary: Too many, from: notes-030, charged: false }\n',
      ],
      'limits/reads.yaml': ['error: too-many-reads', 'error: too-many'],
    },
    edit: { 'limits/reads.yaml': ['error: too-many', 'error: too-many-reads'] },
    also: ['limit-error-changed'],
    back: ['error-added', 'limit-error-changed'],
  },
});
