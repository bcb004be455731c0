import { defineKind } from '../../kind.ts';
import { listed, without } from '../../words.ts';

export const ruleHostsGained = defineKind({
  id: 'rule-hosts-gained',
  scope: 'rule',
  when: 'changed',
  title: 'A rule of the protocol holds on more hosts',
  parts: ['hosts'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
  reason: 'Deployments of those hosts are judged by it',
  advice: 'Run the suite there',
  *find(before, after) {
    const gained = without(before.hosts, after.hosts);
    if (gained.length > 0)
      yield {
        sentence: `A rule of the protocol holds on ${listed(gained)}, too`,
        parts: without(after.hosts, before.hosts).length > 0 ? [] : ['hosts'],
      };
  },
  example: {
    edit: { 'protocol/payment.yaml': ['hosts: [per-call]', 'hosts: [per-call, balance]'] },
    back: ['rule-hosts-lost'],
  },
});
