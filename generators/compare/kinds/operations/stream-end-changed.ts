import { streaming } from '../../examples.ts';
import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';
import { shown } from '../../words.ts';

export const streamEndChanged = defineKind({
  id: 'stream-end-changed',
  scope: 'operation',
  when: 'changed',
  title: 'A stream ends with another event',
  parts: ['stream.done'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
  reason: 'A caller that waits for the old last event never sees it',
  advice: 'End streams as the release says; read until the new last event',
  *find(before, after, context) {
    if (!before.stream || !after.stream) return;
    yield {
      sentence: `Streams of \`${after.id}\` end with ${shown(after.stream.done)} instead of ${shown(before.stream.done)}`,
      ...outcome(['stream', 'done'], [before.stream.done, after.stream.done], context),
    };
  },
  example: {
    given: streaming,
    edit: { 'operations/text/translate.yaml': ['done: "[DONE]"', 'done: "[END]"'] },
    back: ['stream-end-changed'],
  },
});
