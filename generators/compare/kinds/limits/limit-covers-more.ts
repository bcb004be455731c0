import { callsServed } from '../../calls-witness.ts';
import { defineKind } from '../../kind.ts';
import { listed, without } from '../../words.ts';

export const limitCoversMore = defineKind({
  id: 'limit-covers-more',
  scope: 'limit',
  when: 'changed',
  title: 'A limit counts calls of one more operation',
  parts: ['operations'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
  reason: 'A caller that calls it faster is refused; a deployment that does not count it breaks the rule',
  advice: 'Call less often',
  *find(before, after, context) {
    const gained = without(before.operations, after.operations);
    if (gained.length === 0) return;
    yield {
      sentence: `\`${after.id}\` counts ${listed(gained)}, too`,
      ...callsServed('before', undefined, after, context.host, gained),
    };
  },
  example: {
    edit: { 'limits/reads.yaml': ['operations: [list-languages]', 'operations: [list-languages, translate]'] },
    back: ['limit-covers-less'],
  },
});
