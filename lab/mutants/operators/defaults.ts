import type { Json, JsonSchema } from '#conformance/contract/contract.ts';
import { catalogsOf } from '#conformance/oracle/catalogs.ts';
import { validatorOf } from '#conformance/oracle/schema.ts';
import { changeAt, fieldName, rulesOf } from '../keyword-changes.ts';
import type { Operator } from '../mutant.ts';
import { replacing } from '../schema-edit.ts';

/** Each default changed to another value that the field may have. */
export const defaults: Operator = {
  name: 'default',
  *changes(contract) {
    const judge = validatorOf(contract, catalogsOf(contract));
    for (const rule of rulesOf(contract, 'default')) {
      const other = (value: Json, schema: JsonSchema) =>
        othersThan(value, schema).find((each) => judge.valid(schema, each));
      yield* changeAt(contract, rule, `\`${fieldName(rule)}\` has another default`, replacing('default', other));
    }
  },
};

function othersThan(value: Json, schema: JsonSchema): readonly Json[] {
  const members = Array.isArray(schema.enum) ? schema.enum.filter((each) => each !== value) : [];
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [...members, value + 1, value - 1, value / 2];
  if (typeof value === 'string') return [...members, `${value}x`];
  if (Array.isArray(value)) return [value.slice(0, -1), value.slice(1), []];
  return members;
}
