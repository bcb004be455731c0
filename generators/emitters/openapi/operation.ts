import { close } from '../../json-schema/combine.ts';
import { referenceOf } from '../../json-schema/walk.ts';
import { kept } from '../../kept.ts';
import type { Body, JsonSchema } from '../../model/types.ts';
import { camelCase } from '../typescript/names.ts';
import { toOpenApi } from './components.ts';
import type { DescribedOperation } from './described.ts';
import { parametersOf } from './parameters.ts';
import { paymentInfo } from './payment-info.ts';
import { responsesOf } from './responses.ts';
import type { DescriptionSources } from './sources.ts';

/** The operations of one path, the first of which is given, by their methods. */
export const pathItem = kept(
  (
    _: DescribedOperation,
    sources: DescriptionSources & { operation(index: number): DescribedOperation | undefined },
  ): JsonSchema => {
    const methods: [string, JsonSchema][] = [];
    for (let each = sources.operation(0); each; each = sources.operation(methods.length))
      methods.push([each.method.toLowerCase(), operationObject(each, sources)]);
    return Object.fromEntries(methods);
  },
);

/** An operation object: what a caller sends, what comes back and what it costs. */
function operationObject(operation: DescribedOperation, sources: DescriptionSources): JsonSchema {
  const { id, area, summary, description, body, example, from } = operation;
  const parameters = parametersOf(operation, sources);
  const info = paymentInfo(operation, sources);
  return {
    operationId: camelCase(id),
    tags: [area],
    summary,
    ...(description !== undefined && { description }),
    security: security(operation),
    ...(info && { 'x-payment-info': info }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: contentOf(body, example) } }),
    responses: responsesOf(operation, sources),
    'x-from': from,
  };
}

function contentOf(body: Body, example: DescribedOperation['example']): JsonSchema {
  return Object.fromEntries(body.contentTypes.map((type) => [type, media(body, example)]));
}

function media({ schema, unknownKeys }: Body, example: DescribedOperation['example']): JsonSchema {
  const named = referenceOf(schema) !== undefined;
  const closed = unknownKeys === 'rejected' && !named ? close(schema) : schema;
  return { schema: toOpenApi(closed), ...(example.body !== undefined && { example: example.body }) };
}

function security({ auth }: DescribedOperation): JsonSchema[] {
  switch (auth) {
    case 'none':
      return [];
    case 'key':
      return [{ bearer: [] }];
    default:
      return [{ x402: [] }];
  }
}
