import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';

export const payersOpened = defineKind({
  id: 'payers-opened',
  scope: 'operation',
  when: 'changed',
  title: 'Every wallet may call',
  parts: ['payers'],
  levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
  reason: 'No wallet is refused that was served; a deployment with an allowlist breaks the rule',
  advice: 'Serve every wallet',
  *find(before, after, context) {
    if (after.payers !== undefined) return;
    yield {
      sentence: `Every wallet may call \`${after.id}\``,
      ...outcome(['payers'], [before.payers, after.payers], context),
    };
  },
  example: {
    given: { 'operations/text/translate.yaml': ['price: {', 'payers: allowlisted\nprice: {'] },
    edit: { 'operations/text/translate.yaml': ['payers: allowlisted\n', ''] },
    back: ['payers-restricted'],
  },
});
