import { z } from 'zod';
import { hosts, id, provenance, text } from './fields.ts';
import { schemaUse } from './json-schema.ts';

/** `webhooks/<id>.yaml`: a request that the service sends to its users. Without `send` it is only described. */
export const webhook = z.strictObject({
  webhook: id,
  summary: text.meta({ description: 'What it tells its receivers, in one sentence' }),
  ...provenance,
  when: text.optional().meta({ description: 'When it is sent, in words' }),
  hosts: hosts.optional(),
  send: z
    .strictObject({
      operation: z.string().meta({ description: 'Id of the operation that starts the job' }),
      to: text.meta({
        description: 'Field of the body of its request with the address of the receiver: a text of the format `uri`',
      }),
      states: z.array(z.string()).min(1).meta({ description: 'Final states of the job in which it is sent, once' }),
    })
    .optional()
    .meta({
      description: 'When a gateway sends it: once a job has ended. It sends what the poll of the job answers',
    }),
  body: schemaUse.optional().meta({
    description: 'JSON Schema of the JSON that is sent by POST: a name or inline. Only without `send`',
  }),
});

export type WebhookSource = z.infer<typeof webhook>;
