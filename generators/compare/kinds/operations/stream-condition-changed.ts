import { streaming } from '../../examples.ts';
import { defineKind } from '../../kind.ts';

export const streamConditionChanged = defineKind({
  id: 'stream-condition-changed',
  scope: 'operation',
  when: 'changed',
  title: 'Other requests get a stream',
  parts: ['stream.when'],
  levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
  reason: 'A caller may get a stream where it got none, or the other way round',
  advice: 'Ask for a stream as the release says',
  *find(before, after) {
    if (!before.stream || !after.stream) return;
    yield {
      sentence: `\`${after.id}\` streams where \`${after.stream.when.text}\` instead of \`${before.stream.when.text}\``,
    };
  },
  example: {
    given: streaming,
    edit: { 'operations/text/translate.yaml': ['when: request.tone == "plain"', 'when: request.tone == "formal"'] },
    back: ['stream-condition-changed'],
  },
});
