import { defineKind } from '../../kind.ts';

export const irreversibilityChanged = defineKind({
  id: 'irreversibility-changed',
  scope: 'operation',
  when: 'changed',
  title: 'Whether a call does something in the world is said otherwise',
  parts: ['irreversible'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
  reason: 'It decides which calls the suite makes outside of a simulation',
  advice: 'Look at the level of the run',
  *find(_, after) {
    yield {
      sentence: `A call of \`${after.id}\` ${after.irreversible ? 'does something in the world' : 'does nothing in the world'}`,
    };
  },
  example: {
    edit: { 'operations/text/translate.yaml': ['price: {', 'irreversible: true\nprice: {'] },
    back: ['irreversibility-changed'],
  },
});
