import { defineKind } from '../../kind.ts';
import { requestAccepted } from '../../witnesses.ts';

export const unknownKeysRejected = defineKind({
  id: 'unknown-keys-rejected',
  scope: 'operation',
  when: 'changed',
  title: 'Unknown keys of a body are refused',
  parts: ['body.unknownKeys'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
  reason: 'A request with a key that no schema names was served; a deployment that serves it breaks the rule',
  advice: 'Send only keys that the schema has',
  *find(before, after, context) {
    if (after.body?.unknownKeys !== 'rejected' || !before.body) return;
    const request = { ...before.example, body: { ...Object(before.example.body), 'x-unknown': true } };
    yield {
      sentence: `\`${after.id}\` refuses bodies with unknown keys`,
      ...requestAccepted('before', before, context.host, request),
    };
  },
  example: {
    edit: { 'operations/audio/transcribe.yaml': ['rule: ignored', 'rule: rejected'] },
    back: ['unknown-keys-accepted'],
  },
});
