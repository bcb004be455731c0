import { changeAt, fieldName } from '../keyword-changes.ts';
import type { Operator } from '../mutant.ts';
import { without } from '../schema-edit.ts';

/** Keywords that other operators change. */
const known = new Set(
  [
    ['required', 'default', 'enum', 'type', 'pattern', 'format', 'const', 'catalog'],
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'],
    ['minItems', 'maxItems', 'minProperties', 'maxProperties'],
  ].flat(),
);

/** Every other keyword of a schema dropped. */
export const otherKeywords: Operator = {
  name: 'keyword',
  *changes(contract) {
    for (const rule of contract.rules) {
      const { schema: place } = rule;
      if (!place || known.has(place.keyword)) continue;
      yield* changeAt(
        contract,
        rule,
        `\`${place.keyword}\` of \`${fieldName(rule)}\` is ignored`,
        without(place.keyword),
      );
    }
  },
};
