import { nameOf } from '../../engines/fields/names.ts';
import { forgottenProof } from '../../engines/fields/outcomes.ts';
import { unknownKeyProof } from '../../engines/fields/unknown-key.ts';
import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';

export const requestFieldRemoved = defineKind({
  id: 'request-field-removed',
  scope: 'request-field',
  when: 'removed',
  title: 'A request no longer has a field',
  parts: ['*'],
  levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
  reason:
    'What it asked for is no longer done; where unknown keys are rejected, a request with it is refused, and a body of which nothing is said is not read',
  advice: 'Stop sending it',
  *find(field, context) {
    const isBody = field.in === 'body' && field.path.length === 0;
    const proof = isBody
      ? outcome(['body', 'contentType'], [context.operation?.before.body?.contentType, undefined], context)
      : unknownKeyProof(field, 'old', context);
    const forgotten = proof.witness ? {} : forgottenProof(field, context);
    yield {
      sentence: `${nameOf(field)} is gone`,
      ...(forgotten.witness && { levels: { callers: 'breaking' } }),
      ...(proof.witness && { levels: { callers: 'breaking', operators: 'breaking' } }),
      ...forgotten,
      ...proof,
    };
  },
  example: {
    given: { 'schemas/language.yaml': ['      tone:', '      extra: { type: integer }\n      tone:'] },
    edit: { 'schemas/language.yaml': ['      extra: { type: integer }\n', ''] },
    back: ['request-field-added'],
  },
});
