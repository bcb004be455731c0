import { once } from '../../common/once.ts';
import { combinedSchemas } from '../../json-schema/combine.ts';
import { defaultedFields, hasDefaultsInside, withDefaultsFilled } from '../../json-schema/defaults.ts';
import { mapSchema, propertiesOf, referenceOf, referencesOf } from '../../json-schema/walk.ts';
import type { JsonSchema, Model } from '../../model/types.ts';
import { type Code, code, typeSymbol } from '../../output/code.ts';
import { type PartPlan, planParts } from '../typescript/parts.ts';
import { reachable } from './shapes.ts';

/** The module with the types of what callers send. */
export const requestTypesPath = 'types/requests.ts';

/** The type of a part of requests, with its defaults filled in. */
export function requestType(name: string): Code {
  return typeSymbol(name, requestTypesPath);
}

/** The type of a part of requests as callers send it: fields that have a default may be left out, at any depth. */
export function sentTypeOf(model: Model, { type, typeSchema }: PartPlan): Code {
  const { all } = requestsOf(model);
  if (isSentApart(typeSchema, all)) return requestType(sentName(type));
  const defaulted = defaultedFields(targetOf(typeSchema, all), all);
  if (defaulted.length === 0) return requestType(type);
  return code`${Sendable}<${requestType(type)}, ${defaulted.map((name) => JSON.stringify(name)).join(' | ')}>`;
}

const Sendable = typeSymbol('Sendable', '@tollwright/runtime/client/methods');

/** The schemas that the types of requests are rendered from, by the names of the types. */
export function requestSchemas(model: Model): Readonly<Record<string, JsonSchema>> {
  const { all, named } = requestsOf(model);
  const filled = [...named].map(([name, schema]) => [name, withDefaultsFilled(schema, all)] as const);
  return Object.fromEntries([...filled, ...sentApart(model)].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const requestsOf = once((model: Model) => {
  const all = combinedSchemas(model.hosts);
  const plans = [...planParts(model).values()].flat();
  const own = plans.filter(({ type, typeSchema }) => referenceOf(typeSchema) !== type);
  const named = reachable(
    plans.map(({ typeSchema }) => typeSchema),
    all,
  );
  for (const { type, typeSchema } of own) named.set(type, typeSchema);
  return { all, named, plans };
});

/** The schemas of requests as callers send them where a type made of another one cannot say so. */
function sentApart(model: Model): ReadonlyMap<string, JsonSchema> {
  const { all, plans } = requestsOf(model);
  const found = new Map<string, JsonSchema>();
  const add = (name: string, schema: JsonSchema) => {
    if (found.has(sentName(name))) return;
    const inside = [...referencesOf(schema)].filter((each) => hasDefaultsInside({ $ref: reference(each) }, all));
    const rename = ({ $ref, ...rest }: JsonSchema): JsonSchema => {
      const target = $ref === undefined ? undefined : referenceOf({ $ref });
      if (target === undefined) return rest;
      return { ...rest, $ref: reference(inside.includes(target) ? sentName(target) : target) };
    };
    found.set(sentName(name), mapSchema(schema, rename));
    for (const each of inside) add(each, all[each] ?? {});
  };
  for (const { type, typeSchema } of plans) if (isSentApart(typeSchema, all)) add(type, targetOf(typeSchema, all));
  return found;
}

/** True where more than the fields of the object itself have a default. */
function isSentApart(schema: JsonSchema, all: Readonly<Record<string, JsonSchema>>): boolean {
  const target = targetOf(schema, all);
  if (target.type !== 'object') return hasDefaultsInside(schema, all);
  const { properties: _, ...beside } = target;
  return [beside, ...propertiesOf(target).map(([, property]) => property)].some((part) => hasDefaultsInside(part, all));
}

function targetOf(schema: JsonSchema, all: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return all[referenceOf(schema) ?? ''] ?? schema;
}

function sentName(name: string): string {
  return `Sent${name}`;
}

function reference(name: string): string {
  return `#/schemas/${name}`;
}
