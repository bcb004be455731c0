import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const hostDescribedAnew = defineKind({
  id: 'host-described-anew',
  scope: 'host',
  when: 'changed',
  title: 'A host is called otherwise',
  parts: ['title', 'group'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'Titles and groups bind no request',
  advice: 'Nothing',
  *find(_, after) {
    yield {
      sentence: `\`${after.host.id}\` is called ${shown(after.host.title)} in the group ${shown(after.host.group)}`,
    };
  },
  example: {
    edit: { 'hosts/counter.yaml': ['title: Paid from a balance', 'title: Paid from an account'] },
    back: ['host-described-anew'],
  },
});
