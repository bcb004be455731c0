import { defineKind } from '../../kind.ts';
import { difference } from '../../witnesses.ts';

export const limitTightened = defineKind({
  id: 'limit-tightened',
  scope: 'limit',
  when: 'changed',
  title: 'Fewer calls are served in the same time',
  parts: ['count', 'window'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason: 'A caller at the old rate is refused; a deployment that serves it breaks the rule',
  advice: 'Call less often',
  *find(before, after, context) {
    if (after.count / after.window > before.count / before.window) return;
    const part = after.count === before.count ? 'window' : 'count';
    yield {
      sentence: `\`${after.id}\` allows ${after.count} calls in ${after.window} seconds instead of ${before.count} in ${before.window}`,
      ...difference(['limits', after.id, part], [before[part], after[part]], context.host, ({ id }) =>
        after.operations.includes(id),
      ),
    };
  },
  example: {
    edit: { 'limits/reads.yaml': ['count: 5', 'count: 4'] },
    back: ['limit-loosened'],
  },
});
