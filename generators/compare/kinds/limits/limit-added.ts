import { callsServed } from '../../calls-witness.ts';
import { defineKind } from '../../kind.ts';
import { listed } from '../../words.ts';

export const limitAdded = defineKind({
  id: 'limit-added',
  scope: 'limit',
  when: 'added',
  title: 'Calls are limited that were not',
  parts: ['*'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
  reason: 'A caller that calls faster is refused; a deployment without the limit breaks the rule',
  advice: 'Call less often; count calls',
  *find(thing, context) {
    yield {
      sentence: `${listed(thing.operations)} may be called ${thing.count} times in ${thing.window} seconds`,
      ...callsServed('before', undefined, thing, context.host),
    };
  },
  example: {
    edit: {
      'limits/reads.yaml': [
        'limits:\n',
        'limits:\n  translations: { summary: Translations, operations: [translate], count: 9, window: 60, key: ip, error: too-many-reads, from: notes-030 }\n',
      ],
    },
    back: ['limit-removed'],
  },
});
