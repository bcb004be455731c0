import { defaultFinding, shown } from '../../engines/fields/defaults.ts';
import { nameOf } from '../../engines/fields/names.ts';
import { defineKind } from '../../kind.ts';

export const requestDefaultChanged = defineKind({
  id: 'request-default-changed',
  scope: 'request-field',
  when: 'changed',
  title: 'A field that is left out means another value',
  parts: ['default'],
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason:
    'A caller that leaves it out gets something else than before; where that has another price, clients that compute prices refuse it; a deployment that keeps the old value breaks the rule',
  advice: 'Send the value that is meant',
  *find(before, after, context) {
    if (!(before.own.default !== undefined && after.own.default !== undefined)) return;
    yield {
      sentence: `${nameOf(after)} is ${shown(after)} instead of ${shown(before)} where it is left out`,
      ...defaultFinding(before, after, context),
    };
  },
  example: {
    edit: { 'schemas/language.yaml': ['default: plain', 'default: formal'] },
    back: ['request-default-changed'],
  },
});
