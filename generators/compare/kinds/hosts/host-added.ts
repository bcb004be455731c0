import { defineKind } from '../../kind.ts';

export const hostAdded = defineKind({
  id: 'host-added',
  scope: 'host',
  when: 'added',
  title: 'A host is new',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
  reason: 'Nothing that was there changes',
  advice: 'Deploy it and write its target file',
  *find(thing) {
    yield { sentence: `The host \`${thing.host.id}\` (${thing.host.title}) is new` };
  },
  example: {
    edit: {
      'hosts/pier.yaml': `host: pier
title: Retired
group: retired
from: notes-001
auth: none
prefix: { path: /v2, from: notes-003 }
`,
    },
    back: ['host-removed'],
  },
});
