import { defineKind } from '../../kind.ts';
import { listed, without } from '../../words.ts';

export const operationErrorAdded = defineKind({
  id: 'operation-error-added',
  scope: 'operation',
  when: 'changed',
  title: 'A call may get an error that it did not get',
  parts: ['errors'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
  reason: 'A caller that knows every error of the old release does not know this one',
  advice: 'Handle it',
  *find(before, after) {
    const gained = without(before.errors, after.errors);
    if (gained.length === 0 || before.closed !== after.closed) return;
    yield { sentence: `\`${after.id}\` may answer ${listed(gained)}` };
  },
  example: {
    edit: {
      'operations/text/list-languages.yaml': ['errors: [too-many-reads]', 'errors: [too-many-reads, upstream-failed]'],
    },
    back: ['operation-error-removed'],
  },
});
