import { promiseFound } from '../../engines/rules/promises.ts';
import { defineKind } from '../../kind.ts';

export const ensuresTightened = defineKind({
  id: 'ensures-tightened',
  scope: 'ensures',
  when: 'changed',
  title: 'A response promises something stricter',
  parts: ['when', 'must'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
  reason: 'Callers may rely on more; a deployment that keeps only the old promise breaks the rule',
  advice: 'Keep it in every response',
  *find(before, after, context) {
    yield* promiseFound('tightened', before, after, context);
  },
  example: {
    given: {
      'operations/text/translate.yaml': [
        'example:\n',
        'ensures:\n  - { rule: counted, summary: What is used is counted, when: status == 200, must: response.usage.units >= 1, from: notes-017 }\nexample:\n',
      ],
    },
    edit: { 'operations/text/translate.yaml': ['units >= 1', 'units >= 2'] },
    back: ['ensures-loosened'],
  },
});
