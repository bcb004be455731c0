import { defineKind } from '../../kind.ts';
import { hostOf, requestAccepted } from '../../witnesses.ts';
import { shown } from '../../words.ts';

export const prefixChanged = defineKind({
  id: 'prefix-changed',
  scope: 'host',
  when: 'changed',
  title: 'Paths of a host begin otherwise',
  parts: ['prefix'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason: 'Calls of the old paths get 404; a deployment that serves those alone serves no operation',
  advice: 'Call the new paths',
  *find(before, after) {
    const host = hostOf(before, after);
    const operation = before.operations.find(({ path }) => path.startsWith(before.host.prefix));
    yield {
      sentence: `Paths of \`${after.host.id}\` begin with ${shown(after.host.prefix)} instead of ${shown(before.host.prefix)}`,
      ...(operation && requestAccepted('before', operation, host)),
    };
  },
  example: {
    edit: { 'hosts/counter.yaml': ['path: /v2', 'path: /v3'] },
    back: ['prefix-changed'],
  },
});
