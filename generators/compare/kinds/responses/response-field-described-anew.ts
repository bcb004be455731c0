import { describing } from '../../engines/fields/groups.ts';
import { nameOf } from '../../engines/fields/names.ts';
import { defineKind } from '../../kind.ts';

export const responseFieldDescribedAnew = defineKind({
  id: 'response-field-described-anew',
  scope: 'response-field',
  when: 'changed',
  title: 'A field of a response is described in other words',
  parts: describing,
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'Words decide no value',
  advice: 'Nothing',
  *find(_, after) {
    yield { sentence: `${nameOf(after)} is described in other words` };
  },
  example: {
    edit: { 'schemas/language.yaml': ['Characters or seconds', 'Seconds or characters'] },
    back: ['response-field-described-anew'],
  },
});
