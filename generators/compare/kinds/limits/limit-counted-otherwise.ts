import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const limitCountedOtherwise = defineKind({
  id: 'limit-counted-otherwise',
  scope: 'limit',
  when: 'changed',
  title: 'Calls are counted together in another way',
  parts: ['key', 'shared'],
  levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
  reason: 'Callers that were counted apart may share a count, or the other way round',
  advice: 'Look at who shares an address, a key or a wallet',
  *find(_, after) {
    yield {
      sentence: `\`${after.id}\` counts by ${shown(after.key)}${after.shared ? ', its operations together' : ', each operation apart'}`,
    };
  },
  example: {
    edit: { 'limits/reads.yaml': ['key: ip', 'key: payer'] },
    back: ['limit-counted-otherwise'],
  },
});
