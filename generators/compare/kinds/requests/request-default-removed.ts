import { defaultFinding, shown } from '../../engines/fields/defaults.ts';
import { fieldExample } from '../../engines/fields/examples.ts';
import { nameOf } from '../../engines/fields/names.ts';
import { defineKind } from '../../kind.ts';

export const requestDefaultRemoved = defineKind({
  id: 'request-default-removed',
  scope: 'request-field',
  when: 'changed',
  title: 'A field that is left out no longer has a value',
  parts: ['default'],
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason:
    'A caller that leaves it out gets something else than before; where that has another price, clients that compute prices refuse it; a deployment that keeps the old value breaks the rule',
  advice: 'Send the value that is meant',
  *find(before, after, context) {
    if (!(after.own.default === undefined)) return;
    yield {
      sentence: `${nameOf(after)} is no longer ${shown(before)} where it is left out`,
      ...defaultFinding(before, after, context),
    };
  },
  example: fieldExample('request', '{ type: integer, default: 2 }', '{ type: integer }', ['request-default-added']),
});
