import { counting } from '../../examples.ts';
import { defineKind } from '../../kind.ts';
import { requestAccepted } from '../../witnesses.ts';

export const operationRemoved = defineKind({
  id: 'operation-removed',
  scope: 'operation',
  when: 'removed',
  title: 'An operation is no longer served',
  parts: ['*'],
  levels: { callers: 'breaking', operators: 'compatible', suite: 'breaking' },
  reason: 'Calls of it get 404; a deployment that still serves it breaks no rule; its rules can no longer be named',
  advice: 'Stop calling it; take its rules out of baselines and `--only`',
  *find(operation, { host }) {
    yield {
      sentence: `\`${operation.method} ${operation.template}\` is no longer served`,
      ...requestAccepted('before', operation, host),
    };
  },
  example: {
    given: counting,
    edit: { 'operations/text/count-languages.yaml': undefined },
    back: ['operation-added'],
  },
});
