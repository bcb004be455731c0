import { closedSchemas } from '../../json-schema/combine.ts';
import { propertiesOf, referencesOf } from '../../json-schema/walk.ts';
import type { JsonSchema, Model } from '../../model/types.ts';
import { closure, planParts } from '../typescript/parts.ts';
import { type Variant, variants } from '../typescript/variants.ts';
import { fills } from './writer.ts';

/** The forms that a named schema has on the hosts. */
export function formsOf({ hosts }: Model, schema: string): Variant<JsonSchema>[] {
  const found = hosts.flatMap((view) => {
    const value = closedSchemas(view)[schema];
    return value ? [{ view, value }] : [];
  });
  return variants(found, closure);
}

/** The form that a form only adds optional fields to: that one's check is reused, and the fields are checked on their own. */
export function extensionOf(form: Variant<JsonSchema>, forms: readonly Variant<JsonSchema>[]) {
  for (const base of forms) {
    const [view, baseView] = [form.views[0], base.views[0]];
    if (base === form || !view || !baseView) continue;
    const shared = new Map(propertiesOf(base.value));
    const extra = propertiesOf(form.value).filter(([name]) => !shared.has(name));
    const kept = {
      ...form.value,
      properties: Object.fromEntries(propertiesOf(form.value).filter(([name]) => shared.has(name))),
    };
    const schema = { properties: Object.fromEntries(extra) };
    if (closure(kept, view) !== closure(base.value, baseView) || fills(schema, view.schemas)) continue;
    if (form.value.additionalProperties !== false) return { base, extra: schema };
  }
  return undefined;
}

/** How many named schemas and request parts name each schema; those named once are checked where they stand. */
export function countUses(model: Model, schemas: Readonly<Record<string, JsonSchema>>): Map<string, number> {
  const roots = [...planParts(model).values()].flat().map(({ typeSchema }) => typeSchema);
  const uses = new Map<string, number>();
  const count = (schema: JsonSchema) => {
    for (const name of referencesOf(schema)) {
      const target = schemas[name] ?? {};
      const complex =
        ['object', 'array'].includes(String(target.type)) || target.anyOf !== undefined || target.oneOf !== undefined;
      const before = uses.get(name);
      uses.set(name, complex ? (before ?? 0) + 1 : 0);
      if (before === undefined) count(target);
    }
  };
  for (const root of roots) count(root);
  return uses;
}
