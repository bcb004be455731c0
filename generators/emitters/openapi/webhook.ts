import { append, nil } from '@hyperjump/json-pointer';
import type { JsonSchema, SentWebhook, Webhook } from '../../model/types.ts';
import { toOpenApi } from './components.ts';

/** A request that the service sends, as the path item of its receiver. */
export function webhookItem({ summary, when, body, from }: Webhook): JsonSchema {
  return {
    post: {
      summary,
      security: [],
      ...(when !== undefined && { description: when }),
      requestBody: { required: true, content: { 'application/json': { schema: toOpenApi(body) } } },
      responses: { '2XX': { description: 'It was received' } },
      'x-from': from,
    },
  };
}

/** A webhook that is sent to the address in a field of the request, as a callback. */
export function callbackOf(webhook: SentWebhook): JsonSchema {
  return { [`{$request.body#${append(webhook.to, nil)}}`]: webhookItem(webhook) };
}
