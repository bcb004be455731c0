import { defineKind } from '../../kind.ts';
import { difference } from '../../witnesses.ts';

export const errorStatusChanged = defineKind({
  id: 'error-status-changed',
  scope: 'error',
  when: 'changed',
  title: 'An error has another status',
  parts: ['http', 'passed'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
  reason:
    'A caller that tells errors apart by status does not recognize it; a deployment that answers with the old one breaks the rule',
  advice: 'Handle the new status; answer with it',
  *find(before, after, context) {
    yield {
      sentence: `\`${after.id}\` is HTTP ${after.http}${after.passed ? ' (passed on)' : ''} instead of HTTP ${before.http}${before.passed ? ' (passed on)' : ''}`,
      ...difference(['errors', after.id, 'http'], [before.http, after.http], context.host, ({ errors }) =>
        errors.includes(after.id),
      ),
    };
  },
  example: {
    edit: { 'errors/service.yaml': ['unknown-language: { http: 400', 'unknown-language: { http: 404'] },
    back: ['error-status-changed'],
  },
});
