import { promiseFound } from '../../engines/rules/promises.ts';
import { defineKind } from '../../kind.ts';

export const ensuresLoosened = defineKind({
  id: 'ensures-loosened',
  scope: 'ensures',
  when: 'changed',
  title: 'A response promises something laxer',
  parts: ['when', 'must'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'compatible' },
  reason: 'A caller that relies on the old promise may meet a response that does not keep it',
  advice: 'Rely on the new promise alone',
  *find(before, after, context) {
    yield* promiseFound('loosened', before, after, context);
  },
  example: {
    given: {
      'operations/text/translate.yaml': [
        'example:\n',
        'ensures:\n  - { rule: counted, summary: What is used is counted, when: status == 200, must: response.usage.units >= 1, from: notes-017 }\nexample:\n',
      ],
    },
    edit: { 'operations/text/translate.yaml': ['units >= 1', 'units >= 0'] },
    back: ['ensures-tightened'],
  },
});
