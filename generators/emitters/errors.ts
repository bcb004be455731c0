import { constantsIn, propertiesOf } from '../json-schema/walk.ts';
import { outcome } from '../language/errors.ts';
import type { ErrorEntry, Json } from '../model/types.ts';
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
  const fields = constantsIn(body ? propertiesOf(body) : []);
  const sent = constantsIn(Object.entries(headers));
  const isEmpty = (values: object) => Object.keys(values).length === 0;
  return { id, http, ...(!isEmpty(fields) && { body: fields }), ...(!isEmpty(sent) && { headers: sent }) };
}
