/** Lists what the contracts leave open, for the families that go through every operation. */

import { type Contract, type JsonSchema, readContractSync } from '#conformance/contract/contract.ts';
import { isSchema, propertiesOf, requiredOf } from '#conformance/oracle/shapes.ts';

/** Host whose contract families go through. */
export type ContractHost = 'base' | 'account';

const read = (host: ContractHost): Contract =>
  readContractSync(new URL(`../../generated/contracts/${host}.json`, import.meta.url));

/** The contracts of the hosts that variants are tried on. */
export const contracts: Readonly<Record<ContractHost, Contract>> = {
  base: read('base'),
  account: read('account'),
};

/** The ids of all operations of both hosts. */
export const operationIds: readonly string[] = [
  ...new Set(Object.values(contracts).flatMap(({ operations }) => operations.map(({ id }) => id))),
];

/** Ids of the operations whose path template matches. */
export function operationsAt(template: RegExp): readonly string[] {
  const all = Object.values(contracts).flatMap(({ operations }) => operations);
  return [...new Set(all.flatMap((operation) => (template.test(String(operation.template)) ? [operation.id] : [])))];
}

/** The ids that a list of both contracts has, with the hosts of each. */
export function hostsBy(ids: (contract: Contract) => readonly string[]): ReadonlyMap<string, readonly ContractHost[]> {
  const found = new Map<string, ContractHost[]>();
  for (const host of ['base', 'account'] as const) {
    for (const id of ids(contracts[host])) found.set(id, [...(found.get(id) ?? []), host]);
  }
  return found;
}

/** Operations that respond with a JSON object. */
export function jsonOperations({ operations, schemas }: Contract): readonly string[] {
  return operations.flatMap(({ id, responses }) =>
    responses.some(({ schema }) => schema && resolved(schemas, schema)?.type === 'object') ? [id] : [],
  );
}

/** A field of a response that may be left out. `*` stands for every item of a list. */
export interface OptionalField {
  readonly operation: string;
  readonly path: readonly string[];
}

/** Fields of responses that the contract does not require, or requires without a statement. */
export function optionalFields({ operations, schemas }: Contract): readonly OptionalField[] {
  const found = new Map<string, OptionalField>();
  for (const { id, responses } of operations) {
    for (const { schema } of responses) {
      for (const path of schema ? optionalPaths(schemas, schema, []) : []) {
        found.set([id, ...path].join('.'), { operation: id, path });
      }
    }
  }
  return [...found.values()];
}

/** The schemas of the fields in the body of an operation, by name. */
export function bodyFields({ operations, schemas }: Contract, operation: string): Readonly<Record<string, JsonSchema>> {
  const schema = operations.find(({ id }) => id === operation)?.body?.schema;
  const body = schema && resolved(schemas, schema);
  const fields = Object.entries(body ? propertiesOf(body) : {});
  return Object.fromEntries(fields.map(([name, field]) => [name, resolved(schemas, field) ?? {}]));
}

type Schemas = Contract['schemas'];

/** Deepest level of fields to visit. */
const maxDepth = 5;

function optionalPaths(schemas: Schemas, given: JsonSchema, path: readonly string[]): string[][] {
  const schema = resolved(schemas, given);
  if (!schema || path.length > maxDepth) return [];
  const required = requiredOf(schema);
  const status = isSchema(schema.propertyStatus) ? schema.propertyStatus : {};
  const own = Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const open = !required.includes(name) || status[name] === 'assumed';
    return [...(open ? [[...path, name]] : []), ...optionalPaths(schemas, property, [...path, name])];
  });
  return isSchema(schema.items) ? [...own, ...optionalPaths(schemas, schema.items, [...path, '*'])] : own;
}

function resolved(schemas: Schemas, schema: JsonSchema): JsonSchema | undefined {
  return typeof schema.$ref === 'string' ? schemas[schema.$ref.replace('#/schemas/', '')] : schema;
}
