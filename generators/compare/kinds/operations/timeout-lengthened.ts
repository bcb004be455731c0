import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const timeoutLengthened = defineKind({
  id: 'timeout-lengthened',
  scope: 'operation',
  when: 'changed',
  title: 'A call may take longer',
  parts: ['timeout'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'compatible' },
  reason: 'A client that gives up after the old time may have paid for a response that it does not read',
  advice: 'Wait for as long as the new timeout',
  *find(before, after) {
    if ((after.timeout ?? 0) <= (before.timeout ?? 0)) return;
    yield { sentence: `\`${after.id}\` may take ${after.timeout} seconds instead of ${shown(before.timeout)}` };
  },
  example: {
    edit: { 'operations/text/translate.yaml': ['price: {', 'timeout: 120\nprice: {'] },
    back: ['timeout-shortened'],
  },
});
