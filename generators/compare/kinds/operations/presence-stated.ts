import { defineKind } from '../../kind.ts';

export const presenceStated = defineKind({
  id: 'presence-stated',
  scope: 'operation',
  when: 'changed',
  title: 'It is stated that a host serves an operation',
  parts: ['presence'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
  reason: 'A deployment without it was not at fault and now is',
  advice: 'Serve it',
  *find(_, after, { host }) {
    if (after.presence !== undefined) return;
    yield { sentence: `\`${after.id}\` is stated to be served`, entry: `host/${host?.id}`, path: ['carries'] };
  },
  example: {
    given: {
      'hosts/counter.yaml': [
        'prefix:',
        'carries: { operations: [list-languages], perhaps: [translate], from: notes-004, status: assumed }\nprefix:',
      ],
    },
    edit: {
      'hosts/counter.yaml': [
        'operations: [list-languages], perhaps: [translate]',
        'operations: [list-languages, translate]',
      ],
    },
    back: ['presence-assumed'],
  },
});
