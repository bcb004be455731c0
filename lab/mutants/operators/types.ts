import { typesOf } from '#conformance/oracle/shapes.ts';
import { changeAt, fieldName, isOfRequest, rulesOf } from '../keyword-changes.ts';
import type { Operator } from '../mutant.ts';

/** Each type dropped, and numbers and booleans of requests taken as text too. */
export const types: Operator = {
  name: 'type',
  *changes(contract) {
    for (const rule of rulesOf(contract, 'type')) {
      const name = fieldName(rule);
      yield* changeAt(contract, rule, `\`${name}\` may be of any type`, (schema) => {
        const { type, ...rest } = schema;
        return type === undefined ? undefined : rest;
      });
      if (!isOfRequest(rule) || rule.schema?.in !== 'body') continue;
      yield* changeAt(contract, rule, `\`${name}\` may be a string`, (schema) => {
        const allowed = typesOf(schema);
        const spelled = allowed.some((type) => ['integer', 'number', 'boolean'].includes(type));
        return spelled && !allowed.includes('string') ? { ...schema, type: [...allowed, 'string'] } : undefined;
      });
      yield* changeAt(contract, rule, `\`${name}\` may be null`, (schema) => {
        const allowed = typesOf(schema);
        return allowed.length > 0 && !allowed.includes('null') ? { ...schema, type: [...allowed, 'null'] } : undefined;
      });
    }
  },
};
