import { once } from '../../common/once.ts';
import { close, closedSchemas, widest } from '../../json-schema/combine.ts';
import { catalogsOf, propertiesOf, referenceOf, referencesOf } from '../../json-schema/walk.ts';
import type { HostView, JsonSchema, Model, Operation } from '../../model/types.ts';
import { pascalCase } from './names.ts';
import { type HostOperation, operationsOf, type Variant, variants } from './variants.ts';

/** The parts of a request that are validated. */
export const parts = ['body', 'query', 'params', 'headers'] as const;

/** One of them. */
export type Part = (typeof parts)[number];

/** How one part of an operation's request is typed and validated. */
export interface PartPlan {
  readonly operation: string;
  readonly area: string;
  readonly part: Part;
  /** Name of the TypeScript type, the same on every host. */
  readonly type: string;
  /** A schema for that type which allows what any host does. */
  readonly typeSchema: JsonSchema;
  /** The schemas on the hosts. */
  readonly forms: readonly Variant<JsonSchema>[];
}

/** Plans every part of every operation, by operation id. */
export const planParts = once((model: Model): ReadonlyMap<string, readonly PartPlan[]> => {
  const plans = [...operationsOf(model)].map(([id, placed]) => {
    const planned = parts.flatMap((part) => planPart(id, part, placed) ?? []);
    return [id, planned] as const;
  });
  return new Map(plans);
});

function planPart(operation: string, part: Part, placed: readonly HostOperation[]): PartPlan | undefined {
  const found = placed.flatMap(({ view, value }) => {
    const schema = schemaOf(value, part);
    return schema ? [{ view, value: schema }] : [];
  });
  const [first] = found;
  if (!first) return undefined;
  const name = referenceOf(first.value);
  const named = name !== undefined && isNamedType(first.view.schemas[name]);
  const own = `${pascalCase(operation)}${pascalCase(part)}`;
  return {
    operation,
    area: placed[0]?.value.area ?? '',
    part,
    type: named ? name : own,
    typeSchema: found.map(({ value }) => value).reduce(widest),
    forms: variants(found, (schema, view) => closure(schema, view)),
  };
}

function schemaOf(operation: Operation, part: Part): JsonSchema | undefined {
  // A closed operation returns the same response to every request.
  if (operation.closed) return undefined;
  if (part !== 'body') return operation[part];
  const { body } = operation;
  if (!body) return undefined;
  return body.unknownKeys === 'rejected' && referenceOf(body.schema) === undefined ? close(body.schema) : body.schema;
}

/** A schema on a host as text, with the named schemas and catalog keys it uses: equal texts have equal validators. */
export function closure(schema: JsonSchema, view: HostView): string {
  const schemas = closedSchemas(view);
  const found = new Map<string, JsonSchema>();
  const catalogs = new Set<string>();
  const visit = (inner: JsonSchema) => {
    for (const id of catalogsOf(inner)) catalogs.add(id);
    for (const name of [...referencesOf(inner)].sort()) {
      const target = found.has(name) ? undefined : schemas[name];
      if (!target) continue;
      found.set(name, target);
      visit(target);
    }
  };
  visit(schema);
  const entries = [...catalogs].sort().map((id) => view.catalogs[id]?.entries.map(({ values }) => values));
  return JSON.stringify([schema, [...found], entries]);
}

/** True when a named schema gets a type of its own; simple ones are written where they are used. */
export function isNamedType(schema: JsonSchema | undefined): boolean {
  return schema?.type === 'object' && propertiesOf(schema).length > 0;
}
