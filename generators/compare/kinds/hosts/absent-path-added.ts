import { defineKind } from '../../kind.ts';
import { listed, without } from '../../words.ts';

export const absentPathAdded = defineKind({
  id: 'absent-path-added',
  scope: 'host',
  when: 'changed',
  title: 'A host serves nothing under one more path',
  parts: ['absent'],
  levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
  reason: 'A caller of such a path gets 404, though no operation promised to be there',
  advice: 'Serve nothing under it',
  *find(before, after) {
    const gained = without(before.host.absent, after.host.absent);
    if (gained.length === 0) return;
    yield { sentence: `\`${after.host.id}\` serves nothing under ${listed(gained)}` };
  },
  example: {
    edit: { 'hosts/quay.yaml': ['paths: [/v1]', 'paths: [/v1, /v0]'] },
    back: ['absent-path-removed'],
  },
});
