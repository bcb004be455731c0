import { counting } from '../../examples.ts';
import { defineKind } from '../../kind.ts';

export const operationClosedOtherwise = defineKind({
  id: 'operation-closed-otherwise',
  scope: 'operation',
  when: 'changed',
  title: 'A closed operation answers with another error',
  parts: ['closed'],
  levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
  reason: 'Callers get another status or body; no call of it was served before',
  advice: 'Answer with the new error',
  *find(before, after) {
    if (before.closed === undefined || after.closed === undefined) return;
    yield {
      sentence: `Every call of \`${after.id}\` gets \`${after.closed}\` instead of \`${before.closed}\``,
      parts: ['closed', 'errors'],
    };
  },
  example: {
    given: {
      'operations/text/count-languages.yaml': counting['operations/text/count-languages.yaml'].replace(
        'auth: none',
        'auth: none\nclosed: job-not-found',
      ),
    },
    edit: {
      'operations/text/count-languages.yaml': counting['operations/text/count-languages.yaml'].replace(
        'auth: none',
        'auth: none\nclosed: not-found',
      ),
    },
    back: ['operation-closed-otherwise'],
  },
});
