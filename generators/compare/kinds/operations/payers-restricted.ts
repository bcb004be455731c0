import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';

export const payersRestricted = defineKind({
  id: 'payers-restricted',
  scope: 'operation',
  when: 'changed',
  title: 'Only some wallets may call',
  parts: ['payers'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason: 'Other wallets are refused; a deployment that serves them breaks the rule',
  advice: 'Ask to be put on the list; refuse other wallets',
  *find(before, after, context) {
    if (after.payers === undefined) return;
    yield {
      sentence: `Only wallets on the allowlist may call \`${after.id}\``,
      ...outcome(['payers'], [before.payers, after.payers], context),
    };
  },
  example: {
    edit: { 'operations/text/translate.yaml': ['price: {', 'payers: allowlisted\nprice: {'] },
    back: ['payers-opened'],
  },
});
