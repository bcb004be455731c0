import type { Json, JsonSchema } from '#conformance/contract/contract.ts';
import { changeAt, fieldName, isOfRequest, rulesOf } from '../keyword-changes.ts';
import type { Operator } from '../mutant.ts';
import { replacing } from '../schema-edit.ts';

/** Which way each bound is looser. */
const looser: Readonly<Record<string, 1 | -1>> = {
  minimum: -1,
  exclusiveMinimum: -1,
  minLength: -1,
  minItems: -1,
  minProperties: -1,
  maximum: 1,
  exclusiveMaximum: 1,
  maxLength: 1,
  maxItems: 1,
  maxProperties: 1,
};

/** Each bound one off on each side; answers may keep to narrower bounds, so theirs only get looser. */
export const bounds: Operator = {
  name: 'bound',
  *changes(contract) {
    for (const rule of rulesOf(contract, ...Object.keys(looser))) {
      const keyword = rule.schema?.keyword ?? '';
      for (const side of isOfRequest(rule) ? [1, -1] : [1]) {
        const by = side * (looser[keyword] ?? 1);
        const moved = replacing(keyword, (value, schema) => move(value, by, schema));
        const words = `\`${keyword}\` of \`${fieldName(rule)}\` is one step ${side > 0 ? 'looser' : 'tighter'}`;
        yield* changeAt(contract, rule, words, moved);
      }
    }
  },
};

/** A bound by one step of its values; sizes stay whole and do not become negative. */
function move(value: Json, by: number, schema: JsonSchema): Json | undefined {
  if (typeof value !== 'number') return undefined;
  const step = typeof schema.multipleOf === 'number' ? schema.multipleOf : schema.type === 'number' ? 0.5 : 1;
  const moved = value + by * step;
  const counted = schema.type !== 'number' && schema.type !== 'integer';
  return counted && moved < 0 ? undefined : moved;
}
