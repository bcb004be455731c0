import type { SchemaSource } from '../language/json-schema.ts';
import { isMap } from './provenance.ts';

/** A schema as it stands on a host: what `on` has for it replaces the keywords beside. */
export function schemaOn(schema: SchemaSource, isSelected: (hosts: readonly string[]) => boolean): SchemaSource {
  return withNamesOfKeys(selected(schema, isSelected));
}

/** A map whose keys match a pattern, with the two keywords that say the same of its keys and of its values. */
function withNamesOfKeys({ patternProperties = {}, ...schema }: SchemaSource): SchemaSource {
  const [[pattern, values] = []] = Object.entries(patternProperties);
  if (pattern === undefined || values === undefined) return schema;
  return { ...schema, propertyNames: { pattern }, additionalProperties: values };
}

function selected(schema: SchemaSource, isSelected: (hosts: readonly string[]) => boolean): SchemaSource {
  if (!schema.on) return schema;
  const { on, ...usual } = schema;
  return Object.entries(on)
    .filter(([word]) => isSelected([word]))
    .reduce((merged, [, own]) => replaced(merged, own), usual);
}

function replaced(schema: SchemaSource, own: SchemaSource): SchemaSource {
  const merged = { ...schema, ...own };
  if (isMap(schema.from) && isMap(own.from)) merged.from = { ...schema.from, ...own.from };
  if (isMap(schema.status) && isMap(own.status)) merged.status = { ...schema.status, ...own.status };
  return merged;
}
