import { headerProof } from '../../engines/fields/header-witness.ts';
import { headerOf } from '../../engines/fields/names.ts';
import { absent } from '../../engines/fields/place.ts';
import { optionalHeader } from '../../headers.ts';
import { defineKind } from '../../kind.ts';

export const responseHeaderRemoved = defineKind({
  id: 'response-header-removed',
  scope: 'response-header',
  when: 'removed',
  title: 'A response no longer has a header',
  parts: ['*'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
  reason:
    'A caller that reads it may find none; where it need not have been sent, callers that asked whether it is there go on',
  advice: 'Do without it',
  *find(field, context) {
    if (field.path.length > 0) return;
    const proof = field.own[optionalHeader] === true ? {} : headerProof(field, absent, 'new', context);
    yield {
      sentence: `${headerOf(field)} is gone`,
      ...(proof.witness && { levels: { callers: 'breaking' } as const }),
      ...proof,
    };
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
