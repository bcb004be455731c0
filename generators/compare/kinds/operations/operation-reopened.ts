import { counting } from '../../examples.ts';
import { defineKind } from '../../kind.ts';
import { requestAccepted } from '../../witnesses.ts';

export const operationReopened = defineKind({
  id: 'operation-reopened',
  scope: 'operation',
  when: 'changed',
  title: 'A closed operation is served again',
  parts: ['closed'],
  levels: { callers: 'compatible', operators: 'breaking', suite: 'risky' },
  reason:
    'Calls that got an error are served; a deployment that still answers with the error breaks `<operation>.exists`',
  advice: 'Serve it',
  *find(before, after, context) {
    if (before.closed === undefined || after.closed !== undefined) return;
    yield {
      sentence: `\`${after.id}\` is served again`,
      parts: ['closed', 'errors'],
      ...requestAccepted('after', after, context.host),
    };
  },
  example: {
    given: {
      'operations/text/count-languages.yaml': counting['operations/text/count-languages.yaml'].replace(
        'auth: none',
        'auth: none\nclosed: job-not-found',
      ),
    },
    edit: counting,
    back: ['operation-closed'],
  },
});
