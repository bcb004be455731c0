import type { Json, JsonSchema } from '#generators/model/types.ts';

/** Two releases of a large description. */
interface LargePair {
  readonly before: JsonSchema;
  readonly after: JsonSchema;
}

/**
 * Makes two releases of a description of about so many bytes: resources that refer to one another in circles, unions of
 * named and of tagged schemas, and operations that read, list, make and change each resource. The same every time.
 */
export function largePair(bytes: number): LargePair {
  let resources = 8;
  while (JSON.stringify(descriptionOf(resources, false)).length < bytes) resources = Math.ceil(resources * 1.1);
  return { before: descriptionOf(resources, false), after: descriptionOf(resources, true) };
}

/** One of so many resources gets an edit. */
const everyEdited = 37;

function descriptionOf(resources: number, isNewer: boolean): JsonSchema {
  const indices = Array.from({ length: resources }, (_, index) => index);
  const schemas = indices.flatMap((index) => resource(index, resources, isNewer && index % everyEdited === 5));
  return {
    openapi: '3.0.3',
    info: { title: 'Large', version: isNewer ? '2' : '1' },
    servers: [{ url: 'https://api.example/v1' }],
    paths: Object.fromEntries(indices.flatMap((index) => paths(index))),
    components: { schemas: Object.fromEntries([...schemas, ['problem', problem]]) },
  };
}

const problem: JsonSchema = {
  type: 'object',
  required: ['message'],
  properties: { message: { type: 'string' }, code: { type: 'string', enum: ['invalid', 'missing', 'forbidden'] } },
};

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

function resource(index: number, resources: number, isEdited: boolean): [string, Json][] {
  const name = `resource_${index}`;
  const other = (step: number) => ref(`resource_${(index * 7 + step * 31 + 1) % resources}`);
  const words = Array.from({ length: 8 }, (_, at) => `value_${index}_${at}`);
  const text = `Of the resource ${index}: what it is for, who may read it, and when it is gone. `.repeat(3);
  const properties: Record<string, Json> = {
    id: { type: 'string', maxLength: 5000, description: text },
    kind: { type: 'string', enum: isEdited ? words.slice(1) : words, description: text },
    count: { type: 'integer', minimum: 0, maximum: isEdited ? 50 : 100, description: text },
    label: { type: 'string', nullable: true, maxLength: 200, description: text },
    labels: { type: 'object', additionalProperties: { type: 'string', maxLength: 500 }, description: text },
    parent: { anyOf: [{ type: 'string', maxLength: 5000 }, other(1)], nullable: true, description: text },
    others: { type: 'array', items: other(2), description: text },
    owner: { anyOf: [other(3), other(4), other(5)], description: text },
    details: ref(`${name}_details`),
    ...(isEdited && { added: { type: 'boolean' } }),
  };
  const details = Array.from({ length: 6 }, (_, at): Json => ({
    type: 'object',
    required: ['type', `field_${at}`],
    properties: {
      type: { type: 'string', enum: [`detail_${index}_${at}`] },
      [`field_${at}`]: { type: 'string', maxLength: 100, description: text },
      amount: { type: 'number', minimum: 0, description: text },
    },
  }));
  return [
    [name, { type: 'object', required: ['id', 'kind', ...(isEdited ? [] : ['count'])], properties, description: text }],
    [`${name}_details`, { oneOf: isEdited ? details.slice(1) : details }],
    [
      `${name}_input`,
      {
        type: 'object',
        required: isEdited ? ['kind', 'label'] : ['kind'],
        properties: {
          kind: { type: 'string', enum: words, description: text },
          label: { type: 'string', maxLength: isEdited ? 100 : 200, description: text },
          details: ref(`${name}_details`),
          related: { type: 'array', items: other(6), maxItems: 10, description: text },
        },
      },
    ],
  ];
}

function paths(index: number): [string, Json][] {
  const name = `resource_${index}`;
  const json = (schema: JsonSchema): JsonSchema => ({ content: { 'application/json': { schema } } });
  const answers = (schema: JsonSchema): JsonSchema => ({
    200: { description: 'Done', ...json(schema) },
    default: { description: 'Not done', ...json(ref('problem')) },
  });
  const id: JsonSchema = { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 5000 } };
  const limit: JsonSchema = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } };
  const list: JsonSchema = {
    type: 'object',
    required: ['data'],
    properties: { data: { type: 'array', items: ref(name) } },
  };
  const body: JsonSchema = { required: true, ...json(ref(`${name}_input`)) };
  return [
    [
      `/${name}`,
      {
        get: { operationId: `list_${name}`, parameters: [limit], responses: answers(list) },
        post: { operationId: `make_${name}`, requestBody: body, responses: answers(ref(name)) },
      },
    ],
    [
      `/${name}/{id}`,
      {
        parameters: [id],
        get: { operationId: `read_${name}`, responses: answers(ref(name)) },
        put: { operationId: `change_${name}`, requestBody: body, responses: answers(ref(name)) },
      },
    ],
  ];
}
