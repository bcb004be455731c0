import { defineKind } from '../../kind.ts';
import { listed, without } from '../../words.ts';

export const absentPathRemoved = defineKind({
  id: 'absent-path-removed',
  scope: 'host',
  when: 'changed',
  title: 'A host may serve something under a path again',
  parts: ['absent'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
  reason: 'Nothing is promised there',
  advice: 'Nothing',
  *find(before, after) {
    const lost = without(after.host.absent, before.host.absent);
    if (lost.length === 0) return;
    yield { sentence: `\`${after.host.id}\` may serve something under ${listed(lost)}` };
  },
  example: {
    given: { 'hosts/quay.yaml': ['paths: [/v1]', 'paths: [/v1, /v0]'] },
    edit: { 'hosts/quay.yaml': ['paths: [/v1, /v0]', 'paths: [/v1]'] },
    back: ['absent-path-added'],
  },
});
