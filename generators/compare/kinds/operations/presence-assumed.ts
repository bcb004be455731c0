import { defineKind } from '../../kind.ts';

export const presenceAssumed = defineKind({
  id: 'presence-assumed',
  scope: 'operation',
  when: 'changed',
  title: 'It is only assumed that a host serves an operation',
  parts: ['presence'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
  reason: 'A deployment without it is not at fault any more',
  advice: 'Look whether the deployment has it before calling',
  *find(_, after, { host }) {
    if (after.presence === undefined) return;
    yield { sentence: `\`${after.id}\` is only assumed to be served`, entry: `host/${host?.id}`, path: ['carries'] };
  },
  example: {
    given: {
      'hosts/counter.yaml': [
        'prefix:',
        'carries: { operations: [list-languages, translate], from: notes-004, status: assumed }\nprefix:',
      ],
    },
    edit: {
      'hosts/counter.yaml': [
        'operations: [list-languages, translate]',
        'operations: [list-languages], perhaps: [translate]',
      ],
    },
    back: ['presence-stated'],
  },
});
