/** What the emitted contracts leave open: the source of the families that go through every operation. */

import { isObject } from '@tollwright/runtime/values';
import { readContractSync } from '#conformance/contract/contract.ts';
import type { Fields } from '../toolkit/exchange.ts';

/** Host whose contract families go through. */
export type ContractHost = 'base' | 'account';

/** A field of an answer that may be left out. `*` stands for every item of a list. */
export interface OptionalField {
  readonly operation: string;
  readonly path: readonly string[];
}

/** What is read of a contract. */
export interface Contract {
  readonly operations: readonly Fields[];
  readonly errors: Fields;
  readonly schemas: Fields;
  readonly rules: readonly Fields[];
  readonly catalogs: Fields;
  readonly limits: readonly Fields[];
  readonly service: Fields;
}

function contractOf(host: ContractHost): Contract {
  // Variants read the JSON of a contract field by field.
  return JSON.parse(
    JSON.stringify(readContractSync(new URL(`../../generated/contracts/${host}.json`, import.meta.url))),
  );
}

/** The contracts of the hosts that variants are tried on. */
export const contracts: Readonly<Record<ContractHost, Contract>> = {
  base: contractOf('base'),
  account: contractOf('account'),
};

/** The ids that a list of both contracts has, with the hosts of each. */
export function hostsBy(ids: (contract: Contract) => readonly string[]): ReadonlyMap<string, readonly ContractHost[]> {
  const found = new Map<string, ContractHost[]>();
  for (const host of ['base', 'account'] as const) {
    for (const id of ids(contracts[host])) found.set(id, [...(found.get(id) ?? []), host]);
  }
  return found;
}

/** Operations that answer with a JSON object. */
export function jsonOperations({ operations, schemas }: Contract): readonly string[] {
  return operations.flatMap(({ id, responses }) =>
    list(responses).some(({ schema }) => isObject(schema) && resolved(schemas, schema)?.type === 'object')
      ? [String(id)]
      : [],
  );
}

/** Fields of answers that the contract does not ask for, or asks for without a statement behind it. */
export function optionalFields(contract: Contract): readonly OptionalField[] {
  const found = new Map<string, OptionalField>();
  for (const { id, responses } of contract.operations) {
    for (const { schema } of list(responses)) {
      for (const path of optionalPaths(contract.schemas, schema, [])) {
        found.set([id, ...path].join('.'), { operation: String(id), path });
      }
    }
  }
  return [...found.values()];
}

function optionalPaths(schemas: Fields, given: unknown, path: readonly string[]): string[][] {
  const schema = isObject(given) ? resolved(schemas, given) : undefined;
  if (!schema || path.length > 5) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  const status = isObject(schema.propertyStatus) ? schema.propertyStatus : {};
  const own = Object.entries(isObject(schema.properties) ? schema.properties : {}).flatMap(([name, property]) => {
    const open = !required.includes(name) || status[name] === 'assumed';
    return [...(open ? [[...path, name]] : []), ...optionalPaths(schemas, property, [...path, name])];
  });
  return [...own, ...optionalPaths(schemas, schema.items, [...path, '*'])];
}

function resolved(schemas: Fields, schema: Fields): Fields | undefined {
  if (typeof schema.$ref !== 'string') return schema;
  const named = schemas[schema.$ref.replace('#/schemas/', '')];
  return isObject(named) ? named : undefined;
}

/** The objects of a list. */
export function list(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The schemas of the fields that an operation's body has, by name. */
export function propertiesOf({ operations, schemas }: Contract, operation: string): Readonly<Record<string, Fields>> {
  const body = operations.find(({ id }) => id === operation)?.body;
  const schema = isObject(body) && isObject(body.schema) ? resolved(schemas, body.schema) : undefined;
  const { properties } = schema ?? {};
  return Object.fromEntries(
    Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => [
      name,
      (isObject(property) && resolved(schemas, property)) || {},
    ]),
  );
}
