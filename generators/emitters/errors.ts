import { propertiesOf } from '../json-schema/walk.ts';
import { outcome } from '../language/errors.ts';
import type { ErrorEntry, Json, JsonSchema } from '../model/types.ts';
import { typeSymbol } from '../output/code.ts';
import { printModule } from '../output/module.ts';
import { sourcesOf } from '../output/sources.ts';
import type { Emitter } from './emitter.ts';
import { docstring, literal } from './typescript/literal.ts';
import { type Table, tableCode } from './typescript/table.ts';

/** Emits the errors, with status and what is always the same of fields and headers, and the outcomes that can cause them. */
export const errors: Emitter = {
  name: 'errors',
  emit(model) {
    const ids = model.hosts.flatMap((view) => Object.keys(view.errors));
    const sources = sourcesOf(
      model,
      ids.map((id) => `error/${id}`),
    );
    const type = typeSymbol('ErrorDefinition', '@tollwright/runtime/operation/host');
    const table = tableCode(model, errorTable, type, ({ summary }) => summary);
    return [printModule({ path: 'errors.ts', emitter: 'errors', sources }, [...table, outcomes])];
  },
};

const outcomes = `${docstring('The outcomes that the control API can script.')}
export const outcomes = ${literal(outcome.options)} as const;`;

/** The table of errors, as hosts refer to it. */
export const errorTable: Table<ErrorEntry> = { name: 'errors', pick: (view) => view.errors, define: definitionOf };

function definitionOf({ id, http, body, headers }: ErrorEntry): Json {
  const fields = constants(body ? propertiesOf(body) : []);
  const sent = constants(Object.entries(headers));
  return { id, http, ...(fields && { body: fields }), ...(sent && { headers: sent }) };
}

/** Only a `const` or `default` can be returned without knowing the request. */
function constants(fields: readonly (readonly [string, JsonSchema])[]): Json | undefined {
  const found = fields.flatMap(([name, schema]) => {
    const value = schema.const ?? schema.default;
    return value === undefined ? [] : [[name, value] as const];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}
