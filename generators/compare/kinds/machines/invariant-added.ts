import { defineKind } from '../../kind.ts';

export const invariantAdded = defineKind({
  id: 'invariant-added',
  scope: 'invariant',
  when: 'added',
  title: 'A state promises more',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
  reason: 'Callers may rely on it; a deployment that does not keep it breaks the rule',
  advice: 'Keep it in the state',
  *find(invariant) {
    yield { sentence: `In \`${invariant.in.join(', ')}\` it always holds that \`${invariant.then.text}\`` };
  },
  example: {
    given: {
      'machines/transcription.yaml': [
        '  - { in: [finished], then: has(response.transcript), statements: notes-023 }\n',
        '',
      ],
    },
    edit: {
      'machines/transcription.yaml': [
        'always:\n',
        'always:\n  - { in: [finished], then: has(response.transcript), statements: notes-023 }\n',
      ],
    },
    back: ['invariant-removed'],
  },
});
