import { stream, streaming } from '../../examples.ts';
import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';

export const streamRemoved = defineKind({
  id: 'stream-removed',
  scope: 'operation',
  when: 'changed',
  title: 'A response is never a stream',
  parts: ['stream.when', 'stream.events', 'stream.done'],
  levels: { callers: 'breaking', operators: 'compatible', suite: 'breaking' },
  reason: 'A caller that asked for a stream reads one response instead',
  advice: 'Read the whole response',
  *find(before, after, context) {
    if (!before.stream || after.stream) return;
    yield {
      sentence: `\`${after.id}\` no longer answers with a stream`,
      rules: [`${before.id}.stream`],
      ...outcome(['stream', 'when', 'text'], [before.stream.when.text, undefined], context),
    };
  },
  example: {
    given: streaming,
    edit: { 'operations/text/translate.yaml': [stream, ''] },
    back: ['stream-added'],
  },
});
