import { formatOf } from '../../common/body-format.ts';
import { close } from '../../json-schema/combine.ts';
import { referenceOf } from '../../json-schema/walk.ts';
import type { Body, HostView, JsonSchema, Operation, Pages } from '../../model/types.ts';
import { camelCase } from '../typescript/names.ts';
import { toOpenApi } from './components.ts';
import { parametersOf } from './parameters.ts';
import { paymentInfo } from './payment-info.ts';
import { responsesOf } from './responses.ts';
import { callbackOf } from './webhook.ts';

/** The operations of one path by their methods. */
export function pathItem(operations: readonly Operation[], view: HostView): JsonSchema {
  return Object.fromEntries(
    operations.map((operation) => [operation.method.toLowerCase(), operationObject(operation, view)]),
  );
}

/** An operation object: what a caller sends, what comes back and what it costs. */
function operationObject(operation: Operation, view: HostView): JsonSchema {
  const { id, area, summary, description, deprecated, pages, body, webhooks, example, from } = operation;
  const parameters = parametersOf(operation, view);
  const info = paymentInfo(operation, view);
  return {
    operationId: camelCase(id),
    tags: [area],
    summary,
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated }),
    security: security(operation, view),
    ...(info && { 'x-payment-info': info }),
    ...(pages && { 'x-pagination': paginationOf(pages) }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: contentOf(body, example) } }),
    responses: responsesOf(operation, view),
    ...(webhooks && { callbacks: Object.fromEntries(webhooks.map((each) => [each.id, callbackOf(each)])) }),
    'x-from': from,
  };
}

/** How pages follow one another. OpenAPI has no words for it. */
function paginationOf({ items, id, next, cursor, size }: Pages): JsonSchema {
  return { items, id, next, cursor, ...(size !== undefined && { size }) };
}

function contentOf(body: Body, example: Operation['example']): JsonSchema {
  return Object.fromEntries(
    body.contentTypes.map((type) => [type, formatOf(type) === 'bytes' ? bytes(body) : media(body, example)]),
  );
}

/** Bytes, which JSON Schema cannot describe: tools know them by this format. */
function bytes({ schema: { description } }: Body): JsonSchema {
  return { schema: { type: 'string', format: 'binary', ...(description !== undefined && { description }) } };
}

function media({ schema, unknownKeys }: Body, example: Operation['example']): JsonSchema {
  const named = referenceOf(schema) !== undefined;
  const closed = unknownKeys === 'rejected' && !named ? close(schema) : schema;
  return { schema: toOpenApi(closed), ...(example.body !== undefined && { example: example.body }) };
}

function security({ auth }: Operation, { host }: HostView): JsonSchema[] {
  switch (auth) {
    case 'none':
      return [];
    case 'key':
      return [{ bearer: [] }];
    default:
      return [{ x402: [] }, ...(host.keys ? [{ bearer: [] }] : [])];
  }
}
