import { streaming } from '../../examples.ts';
import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';

export const streamAdded = defineKind({
  id: 'stream-added',
  scope: 'operation',
  when: 'changed',
  title: 'A response may be a stream',
  parts: ['stream.when', 'stream.events', 'stream.done'],
  levels: { callers: 'risky', operators: 'breaking', suite: 'risky' },
  reason: 'Only requests that ask for it get one; a deployment that does not stream breaks the rule',
  advice: 'Stream where it is asked for',
  *find(before, after, context) {
    if (before.stream || !after.stream) return;
    yield {
      sentence: `\`${after.id}\` answers with a stream where \`${after.stream.when.text}\``,
      ...outcome(['stream', 'when', 'text'], [undefined, after.stream.when.text], context),
    };
  },
  example: {
    edit: streaming,
    back: ['stream-removed'],
  },
});
