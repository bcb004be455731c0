import { defineKind } from '../../kind.ts';
import { listed, without } from '../../words.ts';

export const operationErrorRemoved = defineKind({
  id: 'operation-error-removed',
  scope: 'operation',
  when: 'changed',
  title: 'A call no longer gets an error',
  parts: ['errors'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'breaking' },
  reason: 'Callers need not handle it; what a deployment answered with it is answered otherwise, and its rule has gone',
  advice: 'Answer such calls as the release says',
  *find(before, after) {
    const lost = without(after.errors, before.errors);
    if (lost.length === 0 || before.closed !== after.closed) return;
    yield {
      sentence: `\`${after.id}\` no longer answers ${listed(lost)}`,
      rules: lost.map((id) => `${after.id}.errors.${id}`),
    };
  },
  example: {
    given: {
      'operations/text/list-languages.yaml': ['errors: [too-many-reads]', 'errors: [too-many-reads, upstream-failed]'],
    },
    edit: {
      'operations/text/list-languages.yaml': ['errors: [too-many-reads, upstream-failed]', 'errors: [too-many-reads]'],
    },
    back: ['operation-error-added'],
  },
});
