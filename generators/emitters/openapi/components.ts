import { once } from '../../common/once.ts';
import { asUnion } from '../../json-schema/branches.ts';
import { closedSchemas } from '../../json-schema/combine.ts';
import { mapSchema } from '../../json-schema/walk.ts';
import type { ErrorEntry, HostView, JsonSchema, Transport } from '../../model/types.ts';
import { pascalCase } from '../typescript/names.ts';
import { withDiscriminators } from './discriminator.ts';
import { withProvenance } from './provenance.ts';

/** The keywords of a text that holds JSON in base64. */
const inBase64 = { contentEncoding: 'base64', contentMediaType: 'application/json' };

/** Headers in which a challenge stands beside its body. */
function challengeHeaders({ challenge }: Transport): JsonSchema {
  const content = { ...inBase64, contentSchema: { $ref: '#/components/schemas/PaymentRequired' } };
  const carriers = Object.entries(challenge.headers).map(([name, form], index) => [
    name,
    {
      description: index === 0 ? 'The challenge as base64 JSON (x402 version 2)' : 'The same challenge',
      schema: { type: 'string', ...(form === '{base64}' && content) },
    },
  ]);
  return { ...Object.fromEntries(carriers), 'Cache-Control': { schema: { const: 'no-store' } } };
}

/** A payment in any of its versions. */
function payloadSchema({ payment: { versions, schemas } }: Transport): JsonSchema {
  const read = versions.map((version) => schemas[version]).filter((schema) => schema !== undefined);
  return { anyOf: read.map((schema) => toOpenApi(schema)) };
}

/** The header of the response to a payment that settled, or did not; further ones say the same. */
function receiptHeaders({ receipt: { headers } }: Transport): JsonSchema {
  const name = Object.keys(headers).find((each) => headers[each] === 'settlement');
  if (name === undefined) return {};
  const others = Object.keys(headers).filter((each) => each !== name);
  const also = others.length > 0 ? `; ${others.join(' and ')} report it as well` : '';
  const outcomes = ['PaymentReceipt', 'FailedPaymentReceipt'].map((each) => ({ $ref: `#/components/schemas/${each}` }));
  const schema = { type: 'string', ...inBase64, contentSchema: { anyOf: outcomes } };
  const description = `The receipt of a payment as base64 JSON, where it settled or could not settle${also}`;
  return { [name]: { description, schema } };
}

const challengeSchema = {
  description: 'What a call costs and how to pay for it',
  type: 'object',
  required: ['accepts'],
  properties: {
    x402Version: { const: 2 },
    error: { type: 'string' },
    resource: { type: 'object', required: ['url'], properties: { url: { type: 'string' } } },
    accepts: {
      description: 'Ways to pay, any of them',
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['scheme', 'network', 'asset', 'payTo'],
        properties: {
          scheme: { type: 'string' },
          network: { description: 'CAIP-2 id', type: 'string' },
          asset: { type: 'string' },
          amount: { description: 'Smallest units of the asset', type: 'string' },
          payTo: { type: 'string' },
          maxTimeoutSeconds: { type: 'integer' },
          extra: { type: 'object' },
        },
      },
    },
  },
};

/** The schemas, responses and security schemes that a host's operations share. */
export function componentsOf(view: HostView) {
  const cited = withProvenance(closedSchemas(view), view);
  const schemas = Object.entries(cited).map(
    ([name, schema]) => [name, toOpenApi(withDiscriminators(schema, cited))] as const,
  );
  const bodies = Object.values(view.errors).flatMap((error) =>
    error.body ? [[errorSchemaName(error), toOpenApi(error.body)] as const] : [],
  );
  const { payment } = view.host;
  const carried = payment && {
    PaymentRequired: challengeSchema,
    PaymentPayload: payloadSchema(payment.transport),
    PaymentReceipt: toOpenApi(payment.transport.receipt.success),
    FailedPaymentReceipt: toOpenApi(payment.transport.receipt.failure),
  };
  return {
    schemas: { ...Object.fromEntries<JsonSchema>([...schemas, ...bodies]), ...carried },
    ...(payment && { headers: { ...challengeHeaders(payment.transport), ...receiptHeaders(payment.transport) } }),
    securitySchemes: securitySchemes(view),
  };
}

/** References to the headers of a 402: those of its challenge, and of the receipt of a settlement that failed. */
export function refusalHeaderReferences({ host: { payment } }: HostView): JsonSchema {
  return payment ? references({ ...challengeHeaders(payment.transport), ...receiptHeaders(payment.transport) }) : {};
}

/** References to the headers of a response whose payment has settled. */
export function receiptHeaderReferences({ host: { payment } }: HostView): JsonSchema {
  return payment ? references(receiptHeaders(payment.transport)) : {};
}

function references(headers: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Name of the schema of an error's body. */
export function errorSchemaName({ id }: ErrorEntry): string {
  return `${pascalCase(id)}Error`;
}

/** A schema of the model as OpenAPI writes it: references into components, and keywords of our own as extensions. */
export const toOpenApi = once((schema: JsonSchema): JsonSchema =>
  mapSchema(mapSchema(schema, asUnion), ({ catalog, prefix: _prefix, error: _error, $ref, ...inner }) => ({
    ...(typeof $ref === 'string' && { $ref: $ref.replace('#/', '#/components/') }),
    ...withSingleTypes(inner),
    ...(catalog !== undefined && { 'x-catalog': catalog }),
  })),
);

/** A schema whose list of types contains `array`, as alternatives of one type each: kubb does not end at such a list. */
function withSingleTypes(schema: JsonSchema): JsonSchema {
  const { type, description, ...rest } = schema;
  if (!Array.isArray(type) || !type.includes('array') || 'anyOf' in rest) return schema;
  return { ...(description !== undefined && { description }), anyOf: type.map((each) => ({ type: each, ...rest })) };
}

const bearer = { bearer: { type: 'http', scheme: 'bearer', description: 'An API key of an account' } };

function securitySchemes({ host }: HostView): JsonSchema {
  switch (host.auth) {
    case 'x402':
      return {
        ...(host.keys && bearer),
        x402: {
          type: 'apiKey',
          in: 'header',
          name: host.payment?.transport.payment.headers[0] ?? '',
          description: `A signed x402 payment for the challenge of an unpaid call, as JSON in ${host.payment?.transport.payment.encodings.join(' or ')}`,
          'x-schema': { type: 'string', ...inBase64, contentSchema: { $ref: '#/components/schemas/PaymentPayload' } },
          // Otherwise agents take it for a key of an account that they lack: it is signed by any wallet.
          'x-agentcash-auth-kind': 'siwx',
        },
      };
    case 'bearer':
      return bearer;
    case 'none':
      return {};
  }
}
