import { defineKind } from '../../kind.ts';
import { difference, hostOf, requestAccepted } from '../../witnesses.ts';
import { shown, without } from '../../words.ts';

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
    const [was, is] = [before.host.prefix, after.host.prefix];
    const lost = without(is.split(' '), was.split(' '));
    yield {
      sentence: `Paths of \`${after.host.id}\` begin with ${shown(after.host.prefix)} instead of ${shown(before.host.prefix)}`,
      // A description names every address at which its host is found.
      ...(lost.length === 0 && { levels: { callers: 'compatible' } as const }),
      ...(operation ? requestAccepted('before', operation, host) : difference(['host', 'prefix'], [was, is], host)),
    };
  },
  example: {
    edit: { 'hosts/counter.yaml': ['path: /v2', 'path: /v3'] },
    back: ['prefix-changed'],
  },
});
