import { defaultFinding, shown } from '../../engines/fields/defaults.ts';
import { fieldExample } from '../../engines/fields/examples.ts';
import { nameOf } from '../../engines/fields/names.ts';
import { defineKind } from '../../kind.ts';

export const requestDefaultAdded = defineKind({
  id: 'request-default-added',
  scope: 'request-field',
  when: 'changed',
  title: 'A field that is left out now has a value',
  parts: ['default'],
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason:
    'A caller that leaves it out gets something else than before; where that has another price, clients that compute prices refuse it; a deployment that keeps the old value breaks the rule',
  advice: 'Send the value that is meant',
  *find(before, after, context) {
    if (!(before.own.default === undefined)) return;
    yield {
      sentence: `${nameOf(after)} is ${shown(after)} where it is left out`,
      ...defaultFinding(before, after, context),
    };
  },
  example: fieldExample('request', '{ type: integer }', '{ type: integer, default: 2 }', ['request-default-removed']),
});
