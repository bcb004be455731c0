import { defineKind } from '../../kind.ts';
import { listed, without } from '../../words.ts';

export const ruleHostsLost = defineKind({
  id: 'rule-hosts-lost',
  scope: 'rule',
  when: 'changed',
  title: 'A rule of the protocol holds on fewer hosts',
  parts: ['hosts'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
  reason: 'Callers of those hosts can no longer rely on it; runs there can no longer name it',
  advice: 'Do not rely on it there',
  *find(before, after) {
    const lost = without(after.hosts, before.hosts);
    if (lost.length > 0) yield { sentence: `A rule of the protocol holds no more on ${listed(lost)}` };
  },
  example: {
    given: { 'protocol/payment.yaml': ['hosts: [per-call]', 'hosts: [per-call, balance]'] },
    edit: { 'protocol/payment.yaml': ['hosts: [per-call, balance]', 'hosts: [per-call]'] },
    back: ['rule-hosts-gained'],
  },
});
