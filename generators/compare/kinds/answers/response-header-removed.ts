import { defineKind } from '../../kind.ts';

export const responseHeaderRemoved = defineKind({
  id: 'response-header-removed',
  scope: 'response-header',
  when: 'removed',
  title: 'A response no longer has a header',
  parts: ['*'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
  reason: 'A caller that reads it may find none; that it is not promised does not prove that it is not sent',
  advice: 'Do without it',
  *find(thing) {
    yield { sentence: `HTTP ${thing.status} of \`${thing.operation?.id ?? 'an error'}\` no longer has a header` };
  },
  example: {
    given: {
      'operations/text/translate.yaml': [
        '200: { schema',
        '200: { headers: { X-Units: { type: string, pattern: "^[0-9]+$", from: notes-017 } }, schema',
      ],
    },
    edit: {
      'operations/text/translate.yaml': [
        'headers: { X-Units: { type: string, pattern: "^[0-9]+$", from: notes-017 } }, ',
        '',
      ],
    },
    back: ['response-header-added'],
  },
});
