import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';
import { listed, without } from '../../words.ts';

export const validationMovedFirst = defineKind({
  id: 'validation-moved-first',
  scope: 'operation',
  when: 'changed',
  title: 'Wrong requests are refused before a price is asked',
  parts: ['validates', 'body.validates', 'body.first'],
  levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
  reason: 'Callers learn of a mistake without paying; a deployment that asks first breaks the rule',
  advice: 'Validate before the challenge',
  *find(before, after, context) {
    const all = (operation: typeof before) => [operation.validates, operation.body?.validates];
    const gained = without(before.body?.first, after.body?.first);
    const first =
      all(after).filter((value) => value === 'before-challenge').length >
      all(before).filter((value) => value === 'before-challenge').length;
    if (!first && gained.length === 0) return;
    yield {
      sentence: `${gained.length > 0 ? `${listed(gained)} of` : 'Requests of'} \`${after.id}\` are validated before a price is asked`,
      ...outcome(['body', 'validates'], [before.body?.validates, after.body?.validates], context),
    };
  },
  example: {
    given: { 'operations/text/translate.yaml': ['when: before-challenge, from: notes-025', 'when: unknown'] },
    edit: { 'operations/text/translate.yaml': ['when: unknown', 'when: before-challenge, from: notes-025'] },
    also: ['rule-statements-changed'],
    back: ['validation-moved-back', 'rule-statements-changed'],
  },
});
