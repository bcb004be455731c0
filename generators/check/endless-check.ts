import { once } from '../common/once.ts';
import type { SchemaSource } from '../language/json-schema.ts';
import { schemaName } from '../model/view/schema.ts';
import type { CheckContext } from './context.ts';

/** Reports schemas that lead back to themselves without reading further into a value, and returns whether there are any. */
export function checkEndless({ spec, diagnostics }: CheckContext): boolean {
  const endless = [...spec.all('schema').values()].filter(({ id, value }) => {
    const reached = new Set(namesInPlace(value));
    for (const name of reached) {
      const target = spec.get('schema', name);
      for (const further of target ? namesInPlace(target.value) : []) reached.add(further);
    }
    return reached.has(id);
  });
  for (const { id, name } of endless) diagnostics.report('schema-endless', name, id);
  return endless.length > 0;
}

/** The schemas that a value must match as a whole for another one. */
const namesInPlace = once((schema: SchemaSource): readonly string[] => {
  const { $ref, allOf = [], anyOf = [], oneOf = [], not, if: condition, then, else: otherwise, on = {} } = schema;
  const parts = [...allOf, ...anyOf, ...oneOf, not, condition, then, otherwise, ...Object.values(on)];
  return [
    ...($ref === undefined ? [] : [schemaName($ref)]),
    ...parts.flatMap((part) => (part ? namesInPlace(part) : [])),
  ];
});
