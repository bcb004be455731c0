/** Changes one keyword of a schema at the place that a rule names. */

import type { Contract, Json, JsonSchema, Rule } from '#conformance/contract/contract.ts';
import { isSchema, propertiesOf, schemasOf } from '#conformance/oracle/shapes.ts';
import { operationOf, withOperation } from './edit.ts';
import type { Change } from './mutant.ts';

/** Changes one level of a schema; `undefined` where it has nothing to change. */
export type Edit = (schema: JsonSchema) => JsonSchema | undefined;

/** Where a rule of a schema stands. */
export type SchemaSite = NonNullable<Rule['schema']>;

const branching = ['allOf', 'anyOf', 'oneOf'] as const;
const conditional = ['then', 'else'] as const;

/**
 * Changes a schema wherever a path of a rule leads; `undefined` where the edit applies nowhere.
 *
 * References on the way are resolved, so that other schemas with the same references do not change.
 */
export function editSchema(
  schemas: Contract['schemas'],
  schema: JsonSchema,
  path: readonly string[],
  edit: Edit,
): JsonSchema | undefined {
  const { $ref: reference, ...own } = schema;
  if (typeof reference === 'string') {
    const target = schemas[reference.replace('#/schemas/', '')];
    const inner = target && editSchema(schemas, target, path, edit);
    const outer = editSchema(schemas, own, path, edit);
    if (!inner && !outer) return undefined;
    // What stands beside a reference holds in addition to what it leads to.
    const followed = inner ?? target ?? {};
    return Object.keys(own).length === 0
      ? followed
      : { ...(outer ?? own), allOf: [...schemasOf((outer ?? own).allOf), followed] };
  }

  const [segment, ...rest] = path;
  let changed = segment === undefined ? edit(schema) : step(schemas, schema, segment, rest, edit);
  for (const keyword of branching) {
    const branches = schemasOf(schema[keyword]);
    const edited = branches.map((branch) => editSchema(schemas, branch, path, edit));
    if (edited.some(Boolean)) {
      changed = { ...(changed ?? schema), [keyword]: branches.map((branch, index) => edited[index] ?? branch) };
    }
  }
  for (const keyword of conditional) {
    const branch = schema[keyword];
    const edited = isSchema(branch) && editSchema(schemas, branch, path, edit);
    if (edited) changed = { ...(changed ?? schema), [keyword]: edited };
  }
  return changed;
}

function step(
  schemas: Contract['schemas'],
  schema: JsonSchema,
  segment: string,
  rest: readonly string[],
  edit: Edit,
): JsonSchema | undefined {
  const properties = propertiesOf(schema);
  const property = Object.hasOwn(properties, segment) ? properties[segment] : undefined;
  if (property) {
    const edited = editSchema(schemas, property, rest, edit);
    return edited && { ...schema, properties: { ...properties, [segment]: edited } };
  }
  const keyword = segment === 'items' ? 'items' : segment === '*' ? 'additionalProperties' : undefined;
  const inner = keyword && schema[keyword];
  if (!keyword || !isSchema(inner)) return undefined;
  const edited = editSchema(schemas, inner, rest, edit);
  return edited && { ...schema, [keyword]: edited };
}

/** Changes the schema that a rule is about; `undefined` where the edit applies nowhere. */
export function editAt(contract: Contract, rule: Rule, edit: Edit): Contract | undefined {
  const { schema: place } = rule;
  if (!place) return undefined;
  const operation = operationOf(contract, rule.operation);
  const { schemas } = contract;
  const path = place.keyword === 'required' ? place.path.slice(0, -1) : place.path;
  const replace = (schema: JsonSchema | undefined) => schema && editSchema(schemas, schema, path, edit);

  switch (place.in) {
    case 'body': {
      const { body } = operation;
      const schema = replace(body?.schema);
      return (
        body && schema && withOperation(contract, operation.id, (each) => ({ ...each, body: { ...body, schema } }))
      );
    }
    case 'query':
    case 'params': {
      const schema = replace(operation[place.in]);
      return schema && withOperation(contract, operation.id, (each) => ({ ...each, [place.in]: schema }));
    }
    case 'headers': {
      if (place.status !== undefined) return editResponse(contract, rule, place, edit);
      const headers = replace(operation.headers);
      return headers && withOperation(contract, operation.id, (each) => ({ ...each, headers }));
    }
    case 'challenge': {
      const { payment } = operation;
      const challenge = replace(payment?.challenge);
      if (!payment || !challenge) return undefined;
      return withOperation(contract, operation.id, (each) => ({ ...each, payment: { ...payment, challenge } }));
    }
    default:
      return editResponse(contract, rule, place, edit);
  }
}

function editResponse(
  contract: Contract,
  { operation: id }: Rule,
  place: SchemaSite,
  edit: Edit,
): Contract | undefined {
  const operation = operationOf(contract, id);
  const response = operation.responses.find(({ http }) => http === place.status);
  if (!response) return undefined;
  const put = (changed: typeof response) =>
    withOperation(contract, operation.id, (each) => ({
      ...each,
      responses: each.responses.map((one) => (one === response ? changed : one)),
    }));

  if (place.in === 'headers') {
    const [name = ''] = place.path;
    const { [name]: header, ...others } = response.headers;
    if (!header) return undefined;
    if (place.keyword === 'required') return put({ ...response, headers: others });
    const edited = editSchema(contract.schemas, header, [], edit);
    return edited && put({ ...response, headers: { ...response.headers, [name]: edited } });
  }
  const path = place.keyword === 'required' ? place.path.slice(0, -1) : place.path;
  const schema = response.schema && editSchema(contract.schemas, response.schema, path, edit);
  return schema && put({ ...response, schema });
}

/** A schema without one keyword. */
export function without(keyword: string): Edit {
  return (schema) => {
    if (!Object.hasOwn(schema, keyword)) return undefined;
    const { [keyword]: _, ...rest } = schema;
    return rest;
  };
}

/** Changes the value of one keyword, where the schema has it. */
export function replacing(keyword: string, change: (value: Json, schema: JsonSchema) => Json | undefined): Edit {
  return (schema) => {
    const value = schema[keyword];
    const other = value === undefined ? undefined : change(value, schema);
    return other === undefined ? undefined : { ...schema, [keyword]: other };
  };
}

/** The rules of one keyword. */
export function rulesOf({ rules }: Contract, ...keywords: readonly string[]): readonly Rule[] {
  return rules.filter(({ schema }) => schema && keywords.includes(schema.keyword));
}

/** True for rules about requests. A gateway may return less than a schema allows, but it must accept all that it allows. */
export function isOfRequest({ kind }: Rule): boolean {
  return kind === 'request';
}

/** The change that an edit makes at a rule, if it makes any. */
export function* changeAt(contract: Contract, rule: Rule, description: string, edit: Edit): Generator<Change> {
  const changed = editAt(contract, rule, edit);
  if (changed) yield { rule, description, contract: changed };
}

/** The subschema that holds the keyword of a rule. */
export function levelAt(contract: Contract, rule: Rule): JsonSchema | undefined {
  let found: JsonSchema | undefined;
  editAt(contract, rule, (schema) => {
    const { keyword = '' } = rule.schema ?? {};
    if (Object.hasOwn(schema, keyword)) found ??= schema;
    return undefined;
  });
  return found;
}

/** The path of the field that a rule is about. */
export function fieldName({ schema }: Rule): string {
  return schema?.path.join('.') || 'the body';
}
