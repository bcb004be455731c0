import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';
import { shown } from '../../words.ts';

export const bodyBoundLowered = defineKind({
  id: 'body-bound-lowered',
  scope: 'operation',
  when: 'changed',
  title: 'A body may be less large',
  parts: ['body.largest'],
  levels: { callers: 'breaking', operators: 'compatible', suite: 'compatible' },
  reason: 'Bodies between the two sizes were served and are refused',
  advice: 'Send smaller bodies',
  *find(before, after, context) {
    const [one, other] = [before.body?.largest, after.body?.largest];
    if (!before.body || !after.body || (other ?? 1_048_576) >= (one ?? 1_048_576)) return;
    yield {
      sentence: `Bodies of \`${after.id}\` have at most ${shown(other ?? 1_048_576)} bytes instead of ${shown(one ?? 1_048_576)}`,
      ...outcome(['body', 'largest'], [one, other], context),
    };
  },
  example: {
    given: { 'operations/text/translate.yaml': ['body:\n', 'body:\n  largest: 4000000\n'] },
    edit: { 'operations/text/translate.yaml': ['4000000', '2000000'] },
    back: ['body-bound-raised'],
  },
});
