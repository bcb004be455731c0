import { clausesOf, noMeaning } from '../../engines/rules/clauses.ts';
import { defineKind } from '../../kind.ts';

export const invariantChanged = defineKind({
  id: 'invariant-changed',
  scope: 'invariant',
  when: 'changed',
  title: 'A state promises something else',
  parts: ['then'],
  levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
  reason: 'A caller that relies on the old promise may meet a response that does not keep it',
  advice: 'Rely on the new promise',
  *find(before, after) {
    if (clausesOf([{ must: before.then }], noMeaning) === clausesOf([{ must: after.then }], noMeaning)) {
      yield { same: ['then'], by: 'algebra' };
      return;
    }
    yield {
      sentence: `In \`${after.in.join(', ')}\` it always holds that \`${after.then.text}\` instead of \`${before.then.text}\``,
    };
  },
  example: {
    edit: { 'machines/transcription.yaml': ['then: has(response.transcript)', 'then: response.transcript != ""'] },
    back: ['invariant-changed'],
  },
});
