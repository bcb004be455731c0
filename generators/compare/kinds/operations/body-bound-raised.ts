import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const bodyBoundRaised = defineKind({
  id: 'body-bound-raised',
  scope: 'operation',
  when: 'changed',
  title: 'A body may be larger',
  parts: ['body.largest'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
  reason: "What was served still is; the bound is this gateway's own, so that no deployment has to follow",
  advice: 'Accept larger bodies',
  *find(before, after) {
    const [one, other] = [before.body?.largest, after.body?.largest];
    if (!before.body || !after.body || (other ?? 1_048_576) <= (one ?? 1_048_576)) return;
    yield {
      sentence: `Bodies of \`${after.id}\` have at most ${shown(other ?? 1_048_576)} bytes instead of ${shown(one ?? 1_048_576)}`,
    };
  },
  example: {
    edit: { 'operations/text/translate.yaml': ['body:\n', 'body:\n  largest: 4000000\n'] },
    back: ['body-bound-lowered'],
  },
});
