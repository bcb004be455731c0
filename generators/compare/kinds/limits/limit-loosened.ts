import { bursts, callsServed } from '../../calls-witness.ts';
import { defineKind } from '../../kind.ts';

export const limitLoosened = defineKind({
  id: 'limit-loosened',
  scope: 'limit',
  when: 'changed',
  title: 'More calls are served in the same time',
  parts: ['count', 'window'],
  levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
  reason: 'Calls that were refused are served; a deployment that refuses them breaks the rule',
  advice: 'Serve them',
  *find(before, after, context) {
    if (!bursts(after, before)) return;
    yield {
      sentence: `\`${after.id}\` allows ${after.count} calls in ${after.window} seconds instead of ${before.count} in ${before.window}`,
      ...callsServed('after', after, before, context.host),
    };
  },
  example: {
    edit: { 'limits/reads.yaml': ['count: 5', 'count: 6'] },
    back: ['limit-tightened'],
  },
});
