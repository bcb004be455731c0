import { defineKind } from '../../kind.ts';
import { difference } from '../../witnesses.ts';

export const limitLoosened = defineKind({
  id: 'limit-loosened',
  scope: 'limit',
  when: 'changed',
  title: 'More calls are served in the same time',
  parts: ['count', 'window'],
  levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
  reason: 'No caller is refused that was served; a deployment that refuses them breaks the rule',
  advice: 'Serve more calls',
  *find(before, after, context) {
    if (after.count / after.window <= before.count / before.window) return;
    const part = after.count === before.count ? 'window' : 'count';
    yield {
      sentence: `\`${after.id}\` allows ${after.count} calls in ${after.window} seconds instead of ${before.count} in ${before.window}`,
      ...difference(['limits', after.id, part], [before[part], after[part]], context.host, ({ id }) =>
        after.operations.includes(id),
      ),
    };
  },
  example: {
    edit: { 'limits/reads.yaml': ['count: 5', 'count: 6'] },
    back: ['limit-tightened'],
  },
});
