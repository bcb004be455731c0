import { randomUUID } from 'node:crypto';
import { isObject } from '@tollwright/runtime/values/json';
import type { JsonObject } from '../toolkit/messages.ts';
import { changeSuccess } from '../toolkit/server.ts';
import { hostsBy, jsonOperations, type OptionalField, optionalFields } from './contract.ts';
import { defineVariants, type VariantDefinition } from './variant.ts';

/** Extra fields under names that mean something elsewhere. */
const further = (): JsonObject => ({
  _links: { self: 'https://example.com/self' },
  request_id: randomUUID(),
  served_at: new Date().toISOString(),
  meta: null,
  warnings: [],
  deprecated: false,
});

/** One for each operation that answers with an object. */
const extra = [...hostsBy(jsonOperations)]
  .filter(([operation]) => operation !== 'get-openapi')
  .map(([operation, hosts]): VariantDefinition => ({
    name: `adds fields to the response of ${operation}`,
    hosts,
    alter: changeSuccess(operation, (body) => ({ ...further(), ...body })),
  }));

/** Fields that are missing only at times: until a call ends, for an instrumental, and where another operation lists leases. */
const telling = new Set(['get-call.ended_by', 'generate-music.data.*.lyrics', 'list-numbers.numbers']);

/** One for each field that may be missing. */
const absent = [
  ...hostsBy((contract) => optionalFields(contract).map(({ operation, path }) => [operation, ...path].join('.'))),
]
  .filter(([id]) => !telling.has(id))
  .map(([id, hosts]): VariantDefinition => {
    const [operation = '', ...path] = id.split('.');
    return { name: `omits ${id}`, hosts, alter: dropping({ operation, path }) };
  });

/** A description with the extensions that its public standard allows. */
const described: VariantDefinition = {
  name: 'adds fields to the OpenAPI document',
  alter: changeSuccess('get-openapi', (body) => ({
    'x-generator': 'by hand',
    externalDocs: { url: 'https://example.com' },
    ...body,
  })),
};

/** Responses with more or fewer fields than the documents show. */
export const fields = defineVariants('fields', [...extra, described, ...absent]);

/** Drops a field of an operation's answers. */
function dropping({ operation, path }: OptionalField) {
  return changeSuccess(operation, (body) => dropped(body, path));
}

function dropped(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => dropped(item, name === '*' ? rest : [name ?? '', ...rest]));
  if (!isObject(value) || name === undefined || !(name in value)) return value;
  const { [name]: own, ...others } = value;
  return rest.length === 0 ? others : { ...value, [name]: dropped(own, rest) };
}
