import { defineKind } from '../../kind.ts';
import { requestAccepted } from '../../witnesses.ts';

export const unknownKeysAccepted = defineKind({
  id: 'unknown-keys-accepted',
  scope: 'operation',
  when: 'changed',
  title: 'Unknown keys of a body are no longer refused',
  parts: ['body.unknownKeys'],
  levels: { callers: 'compatible', operators: 'breaking', suite: 'risky' },
  reason: 'Every request that was served still is; a deployment that refuses unknown keys breaks the rule',
  advice: 'Serve requests with unknown keys',
  *find(before, after, context) {
    if (before.body?.unknownKeys !== 'rejected' || !after.body) return;
    const ignored = after.body.unknownKeys === 'ignored';
    const request = { ...after.example, body: { ...Object(after.example.body), 'x-unknown': true } };
    yield {
      sentence: ignored
        ? `\`${after.id}\` ignores unknown keys`
        : `Whether \`${after.id}\` refuses unknown keys is open`,
      levels: { operators: ignored ? 'breaking' : 'compatible' },
      ...requestAccepted('after', after, context.host, request),
    };
  },
  example: {
    edit: { 'operations/text/translate.yaml': ['rule: rejected', 'rule: ignored'] },
    back: ['unknown-keys-rejected'],
  },
});
