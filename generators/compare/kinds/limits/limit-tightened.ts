import { bursts, callsServed } from '../../calls-witness.ts';
import { defineKind } from '../../kind.ts';

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
    if (!bursts(before, after)) return;
    yield {
      sentence: `\`${after.id}\` allows ${after.count} calls in ${after.window} seconds instead of ${before.count} in ${before.window}`,
      ...callsServed('before', before, after, context.host),
    };
  },
  example: {
    edit: { 'limits/reads.yaml': ['count: 5', 'count: 4'] },
    back: ['limit-loosened'],
  },
});
