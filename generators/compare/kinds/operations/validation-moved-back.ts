import { defineKind } from '../../kind.ts';
import { listed, without } from '../../words.ts';

export const validationMovedBack = defineKind({
  id: 'validation-moved-back',
  scope: 'operation',
  when: 'changed',
  title: 'Wrong requests may be asked for a price before they are refused',
  parts: ['validates', 'body.validates', 'body.first'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'compatible' },
  reason: 'A caller may pay attention to a price of a request that is refused later; deployments may go on as they are',
  advice: 'Validate before sending',
  *find(before, after) {
    const all = (operation: typeof before) => [operation.validates, operation.body?.validates];
    const lost = without(after.body?.first, before.body?.first);
    const late =
      all(after).filter((value) => value === 'before-challenge').length <
      all(before).filter((value) => value === 'before-challenge').length;
    if (!late && lost.length === 0) return;
    yield {
      sentence: `${lost.length > 0 ? `${listed(lost)} of` : 'Requests of'} \`${after.id}\` need not be validated before a price is asked`,
    };
  },
  example: {
    edit: { 'operations/text/translate.yaml': ['when: before-challenge, from: notes-025', 'when: unknown'] },
    also: ['rule-statements-changed'],
    back: ['validation-moved-first', 'rule-statements-changed'],
  },
});
