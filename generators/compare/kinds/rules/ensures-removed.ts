import { defineKind } from '../../kind.ts';

export const ensuresRemoved = defineKind({
  id: 'ensures-removed',
  scope: 'ensures',
  when: 'removed',
  title: 'A response promises less',
  parts: ['*'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
  reason: 'A caller that relies on it may meet a response that does not keep it; the rule can no longer be named',
  advice: 'Do not rely on it',
  *find(promise) {
    yield { sentence: `Responses need not keep the rule any more \`${promise.id}\`: ${promise.summary}` };
  },
  example: {
    given: {
      'operations/text/translate.yaml': [
        'example:\n',
        'ensures:\n  - { rule: counted, summary: What is used is counted, when: status == 200, must: response.usage.units >= 1, from: notes-017 }\nexample:\n',
      ],
    },
    edit: {
      'operations/text/translate.yaml': [
        'ensures:\n  - { rule: counted, summary: What is used is counted, when: status == 200, must: response.usage.units >= 1, from: notes-017 }\n',
        '',
      ],
    },
    back: ['ensures-added'],
  },
});
