import { defineKind } from '../../kind.ts';

export const invariantRemoved = defineKind({
  id: 'invariant-removed',
  scope: 'invariant',
  when: 'removed',
  title: 'A state promises less',
  parts: ['*'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
  reason: 'A caller that relies on it may meet a response that does not keep it; the rule can no longer be named',
  advice: 'Do not rely on it',
  *find(invariant) {
    yield { sentence: `In \`${invariant.in.join(', ')}\` it need not hold that \`${invariant.then.text}\`` };
  },
  example: {
    edit: {
      'machines/transcription.yaml': [
        '  - { in: [finished], then: has(response.transcript), statements: notes-023 }\n',
        '',
      ],
    },
    back: ['invariant-added'],
  },
});
