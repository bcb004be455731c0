import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const operationExampleChanged = defineKind({
  id: 'operation-example-changed',
  scope: 'operation',
  when: 'changed',
  title: 'The example of an operation changed',
  parts: ['example'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
  reason: 'Checks of the suite start from the example',
  advice: 'Nothing; runs send other requests',
  *find(_, after) {
    yield { sentence: `The example of \`${after.id}\` is ${shown(after.example)}` };
  },
  example: {
    edit: { 'operations/text/translate.yaml': ['text: Good morning', 'text: Good evening'] },
    back: ['operation-example-changed'],
  },
});
