import { defineKind } from '../../kind.ts';

export const hostRenamed = defineKind({
  id: 'host-renamed',
  scope: 'host',
  when: 'changed',
  title: 'A host has a new id',
  parts: ['formerly'],
  levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
  reason:
    'It is paid on the same network and serves the same operations, but clients, commands, contracts and target files name it by its id',
  advice: 'Name it by its new id in `hosts` of the client, in `--host`, and as the name of its target file',
  *find(before, after) {
    yield { sentence: `The host \`${before.formerly}\` is called \`${after.host.id}\`` };
  },
  example: {
    edit: {
      'hosts/counter.yaml': undefined,
      'hosts/desk.yaml': `host: desk
title: Paid from a balance
group: balance
from: notes-004
auth: bearer
prefix: { path: /v2, from: notes-003 }
`,
    },
    back: ['host-renamed'],
  },
});
