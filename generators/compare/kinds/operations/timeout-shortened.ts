import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const timeoutShortened = defineKind({
  id: 'timeout-shortened',
  scope: 'operation',
  when: 'changed',
  title: 'A call has to be answered sooner',
  parts: ['timeout'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
  reason: 'Clients that wait longer lose nothing; a deployment that needs the old time is too slow',
  advice: 'Answer within the new time',
  *find(before, after) {
    if ((after.timeout ?? 0) >= (before.timeout ?? 0)) return;
    yield { sentence: `\`${after.id}\` may take ${shown(after.timeout)} seconds instead of ${before.timeout}` };
  },
  example: {
    given: { 'operations/text/translate.yaml': ['price: {', 'timeout: 120\nprice: {'] },
    edit: { 'operations/text/translate.yaml': ['timeout: 120', 'timeout: 60'] },
    back: ['timeout-lengthened'],
  },
});
