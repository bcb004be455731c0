import type { JsonSchema } from '#conformance/contract/contract.ts';
import { operationOf, withOperation } from '../edit.ts';
import type { Operator } from '../mutant.ts';
import { editSchema } from '../schema-edit.ts';

/** The treatment of unknown keys turned around. */
export const unknownKeys: Operator = {
  name: 'unknown-keys',
  *changes(contract) {
    for (const rule of contract.rules.filter(({ kind }) => kind === 'unknown-keys')) {
      const operation = operationOf(contract, rule.operation);
      const { body } = operation;
      if (!body || body.unknownKeys === 'unknown') continue;
      const rejects = body.unknownKeys === 'ignored';
      const edited = editSchema(contract.schemas, body.schema, [], rejects ? closed : opened);
      // A body that rejects them may be closed by its operation alone.
      const schema = edited ?? (rejects ? undefined : body.schema);
      if (!schema) continue;
      const changed = { ...body, schema, unknownKeys: rejects ? ('rejected' as const) : ('ignored' as const) };
      yield {
        rule,
        description: `unknown keys are ${changed.unknownKeys}`,
        contract: withOperation(contract, operation.id, (each) => ({ ...each, body: changed })),
      };
    }
  },
};

const closings = ['additionalProperties', 'unevaluatedProperties'];

function closed(schema: JsonSchema): JsonSchema | undefined {
  return schema.properties === undefined ? undefined : { ...schema, additionalProperties: false };
}

function opened(schema: JsonSchema): JsonSchema | undefined {
  if (!closings.some((keyword) => schema[keyword] === false)) return undefined;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !closings.includes(keyword)));
}
