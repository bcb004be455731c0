import type { Json } from '#conformance/contract/contract.ts';
import { changeAt, fieldName, rulesOf } from '../keyword-changes.ts';
import type { Operator } from '../mutant.ts';
import { replacing } from '../schema-edit.ts';

/** Each constant changed. */
export const constants: Operator = {
  name: 'constant',
  *changes(contract) {
    for (const rule of rulesOf(contract, 'const')) {
      yield* changeAt(contract, rule, `\`${fieldName(rule)}\` has another constant`, replacing('const', otherThan));
    }
  },
};

/** Another value of the same type. */
export function otherThan(value: Json): Json {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'string' ? `${value}.` : null;
}
