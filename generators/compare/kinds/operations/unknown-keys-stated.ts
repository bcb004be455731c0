import { defineKind } from '../../kind.ts';

export const unknownKeysStated = defineKind({
  id: 'unknown-keys-stated',
  scope: 'operation',
  when: 'changed',
  title: 'It is stated, or left open, that unknown keys are ignored',
  parts: ['body.unknownKeys'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
  reason: 'No caller has to do anything; a deployment that refuses them may break the rule',
  advice: 'Ignore unknown keys',
  *find(before, after) {
    const values = [before.body?.unknownKeys, after.body?.unknownKeys];
    if (values.includes('rejected') || values.includes(undefined)) return;
    yield {
      sentence: `Unknown keys of \`${after.id}\` are ${values[1]}, and were ${values[0]}`,
      rules: [`${before.id}.unknown-keys`],
    };
  },
  example: {
    edit: { 'operations/audio/transcribe.yaml': ['rule: ignored, from: notes-018', 'rule: unknown'] },
    back: ['unknown-keys-stated'],
  },
});
