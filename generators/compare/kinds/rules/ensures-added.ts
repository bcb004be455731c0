import { defineKind } from '../../kind.ts';

export const ensuresAdded = defineKind({
  id: 'ensures-added',
  scope: 'ensures',
  when: 'added',
  title: 'A response promises more',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
  reason: 'Callers may rely on it; a deployment whose responses do not keep it breaks the rule',
  advice: 'Keep it in every response',
  *find(promise) {
    yield { sentence: `Responses keep the rule \`${promise.id}\`: ${promise.summary}` };
  },
  example: {
    edit: {
      'operations/text/translate.yaml': [
        'example:\n',
        'ensures:\n  - { rule: counted, summary: What is used is counted, when: status == 200, must: response.usage.units >= 1, from: notes-017 }\nexample:\n',
      ],
    },
    back: ['ensures-removed'],
  },
});
