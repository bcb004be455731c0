import type { WebhookSource } from '../../language/webhook.ts';
import { provenanceOf } from '../provenance.ts';
import type { Located } from '../spec.ts';
import type { Webhook } from '../types.ts';
import type { ContractSchemas } from './schema.ts';

/** A webhook as one host sends it. */
export function viewWebhook({ id, value: source }: Located<WebhookSource>, schemas: ContractSchemas): Webhook {
  const { summary, when, body } = source;
  return { id, summary, ...provenanceOf(source), ...(when !== undefined && { when }), body: schemas.use(body) };
}
