import { counting } from '../../examples.ts';
import { defineKind } from '../../kind.ts';
import { requestAccepted } from '../../witnesses.ts';

export const operationAdded = defineKind({
  id: 'operation-added',
  scope: 'operation',
  when: 'added',
  title: 'An operation is new',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
  reason: 'No caller calls it yet; a deployment without it breaks `<operation>.exists`',
  advice: 'Serve it; callers need the new client to call it',
  *find(operation, { host }) {
    const assumed = operation.presence === 'assumed';
    yield {
      sentence: `\`${operation.method} ${operation.template}\` is served`,
      ...(assumed && { levels: { operators: 'risky' } }),
      ...requestAccepted('after', operation, host),
    };
  },
  example: {
    edit: counting,
    back: ['operation-removed'],
  },
});
