import { nameOf } from '../../engines/fields/names.ts';
import { unknownKeyProof } from '../../engines/fields/unknown-key.ts';
import { defineKind } from '../../kind.ts';

export const requestFieldRemoved = defineKind({
  id: 'request-field-removed',
  scope: 'request-field',
  when: 'removed',
  title: 'A request no longer has a field',
  parts: ['*'],
  levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
  reason: 'What it asked for is no longer done; where unknown keys are rejected, a request with it is refused',
  advice: 'Stop sending it',
  *find(field, context) {
    const proof = unknownKeyProof(field, 'old', context);
    yield {
      sentence: `${nameOf(field)} is gone`,
      ...(proof.witness && { levels: { callers: 'breaking', operators: 'breaking' } }),
      ...proof,
    };
  },
  example: {
    given: { 'schemas/language.yaml': ['      tone:', '      extra: { type: integer }\n      tone:'] },
    edit: { 'schemas/language.yaml': ['      extra: { type: integer }\n', ''] },
    back: ['request-field-added'],
  },
});
