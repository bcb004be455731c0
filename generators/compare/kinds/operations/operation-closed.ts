import { counting } from '../../examples.ts';
import { defineKind } from '../../kind.ts';
import { requestAccepted } from '../../witnesses.ts';

export const operationClosed = defineKind({
  id: 'operation-closed',
  scope: 'operation',
  when: 'changed',
  title: 'An operation is closed',
  parts: ['closed'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
  reason: 'Every call gets the same error; a deployment that still serves it breaks the rule of that error',
  advice: 'Stop calling it; answer with its error',
  *find(before, after, context) {
    if (before.closed !== undefined || after.closed === undefined) return;
    yield {
      sentence: `Every call of \`${after.id}\` gets the error \`${after.closed}\``,
      parts: ['closed', 'errors'],
      ...requestAccepted('before', before, context.host),
    };
  },
  example: {
    given: counting,
    edit: {
      'operations/text/count-languages.yaml': counting['operations/text/count-languages.yaml'].replace(
        'auth: none',
        'auth: none\nclosed: job-not-found',
      ),
    },
    back: ['operation-reopened'],
  },
});
