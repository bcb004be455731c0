import { defineKind } from '../../kind.ts';

export const ensuresDescribedAnew = defineKind({
  id: 'ensures-described-anew',
  scope: 'ensures',
  when: 'changed',
  title: 'A promise about responses is described in other words',
  parts: ['summary'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'Words decide no response',
  advice: 'Nothing',
  *find(_, after) {
    yield { sentence: `The rule \`${after.id}\` is described in other words` };
  },
  example: {
    given: {
      'operations/text/translate.yaml': [
        'example:\n',
        'ensures:\n  - { rule: counted, summary: What is used is counted, when: status == 200, must: response.usage.units >= 1, from: notes-017 }\nexample:\n',
      ],
    },
    edit: { 'operations/text/translate.yaml': ['What is used is counted', 'Use is counted'] },
    back: ['ensures-described-anew'],
  },
});
