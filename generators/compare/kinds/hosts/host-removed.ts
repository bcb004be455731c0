import { defineKind } from '../../kind.ts';

export const hostRemoved = defineKind({
  id: 'host-removed',
  scope: 'host',
  when: 'removed',
  title: 'A host is gone',
  parts: ['*'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
  reason: 'Its callers have nowhere to go; that it is not described does not prove that it is not served',
  advice: 'Move callers to another host',
  *find(thing) {
    yield { sentence: `The host \`${thing.host.id}\` (${thing.host.title}) is gone` };
  },
  example: {
    given: {
      'hosts/pier.yaml': `host: pier
title: Retired
group: retired
from: notes-001
auth: none
prefix: { path: /v2, from: notes-003 }
`,
    },
    edit: { 'hosts/pier.yaml': undefined },
    back: ['host-added'],
  },
});
