import { defineKind } from '../../kind.ts';
import { hostOf, requestAccepted } from '../../witnesses.ts';

export const hostRetired = defineKind({
  id: 'host-retired',
  scope: 'host',
  when: 'changed',
  title: 'A host is retired',
  parts: ['auth'],
  levels: { callers: 'breaking', operators: 'compatible', suite: 'risky' },
  reason: 'Every call of it gets 404',
  advice: 'Move callers to another host',
  *find(before, after) {
    if (after.host.auth !== 'none') return;
    const [operation] = before.operations;
    yield {
      sentence: `\`${after.host.id}\` is retired`,
      parts: ['*'],
      ...(operation && requestAccepted('before', operation, hostOf(before, after))),
    };
  },
  example: {
    edit: { 'hosts/counter.yaml': ['auth: bearer', 'auth: none'] },
    back: ['host-authorized-otherwise'],
  },
});
