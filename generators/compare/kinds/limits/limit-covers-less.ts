import { defineKind } from '../../kind.ts';
import { listed, without } from '../../words.ts';

export const limitCoversLess = defineKind({
  id: 'limit-covers-less',
  scope: 'limit',
  when: 'changed',
  title: 'A limit no longer counts calls of an operation',
  parts: ['operations'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'breaking' },
  reason: 'No caller is refused that was served',
  advice: 'Take its rule out of baselines',
  *find(before, after) {
    const lost = without(after.operations, before.operations);
    if (lost.length === 0) return;
    yield {
      sentence: `\`${after.id}\` no longer counts ${listed(lost)}`,
      rules: lost.map((id) => `limits.${after.id}.${id}`),
    };
  },
  example: {
    given: { 'limits/reads.yaml': ['operations: [list-languages]', 'operations: [list-languages, translate]'] },
    edit: { 'limits/reads.yaml': ['operations: [list-languages, translate]', 'operations: [list-languages]'] },
    back: ['limit-covers-more'],
  },
});
