import { z } from 'zod';
import { hosts, id, provenance, text } from './fields.ts';
import { schemaUse } from './json-schema.ts';

/** `webhooks/<id>.yaml`: a request that the service sends to its users. It is described, and no gateway sends it. */
export const webhook = z.strictObject({
  webhook: id,
  summary: text.meta({ description: 'What it tells its receivers, in one sentence' }),
  ...provenance,
  when: text.optional().meta({ description: 'When it is sent, in words' }),
  hosts: hosts.optional(),
  body: schemaUse.meta({ description: 'JSON Schema of the JSON that is sent by POST: a name or inline' }),
});

export type WebhookSource = z.infer<typeof webhook>;
