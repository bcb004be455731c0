/** How OpenAPI describes the `Idempotency-Key` of charged calls. The documents do not have it; every generated server accepts it. */

import type { HostView, JsonSchema, Operation } from '../../model/types.ts';

/** Whether the server accepts an `Idempotency-Key`: for a call that is charged to an account. */
export function takesIdempotencyKey({ auth, price }: Operation): boolean {
  return auth === 'key' && price !== undefined;
}

/** A reference to the header parameter that all such calls share. */
export const idempotencyKeyReference: JsonSchema = { $ref: '#/components/parameters/IdempotencyKey' };

/** The shared parameters of a host: the header, where a call takes it. */
export function sharedParameters({ operations }: HostView): JsonSchema {
  if (!operations.some(takesIdempotencyKey)) return {};
  return { IdempotencyKey: idempotencyKey };
}

const idempotencyKey: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Repeat a call with the same key: it is charged once, and its answer is kept for a day',
  required: false,
  schema: { type: 'string' },
};

/** Name of the shared response to a key that cannot be used now. */
export const idempotencyKeyUsedName = 'IdempotencyKeyUsed';

/** The response while the first call with a key is at work, or when its answer is no longer kept. */
export const idempotencyKeyUsed: JsonSchema = {
  description: 'The first call with this `Idempotency-Key` is at work, or was charged and its answer is no longer kept',
  headers: { 'Retry-After': { description: 'Seconds, while the first call is at work', schema: { type: 'string' } } },
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['error', 'message'],
        properties: { error: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};
