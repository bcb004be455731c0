import { describing } from '../../engines/fields/groups.ts';
import { nameOf } from '../../engines/fields/names.ts';
import { defineKind } from '../../kind.ts';

export const requestFieldDescribedAnew = defineKind({
  id: 'request-field-described-anew',
  scope: 'request-field',
  when: 'changed',
  title: 'A field of a request is described in other words',
  parts: describing,
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'Words decide no value',
  advice: 'Nothing',
  *find(_, after) {
    yield { sentence: `${nameOf(after)} is described in other words` };
  },
  example: {
    edit: { 'schemas/language.yaml': ['What to translate', 'What is to be translated'] },
    back: ['request-field-described-anew'],
  },
});
