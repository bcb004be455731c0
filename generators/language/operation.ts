import { z } from 'zod';
import { cel, hosts, id, json, perHost, provenance, seconds, sourced, text } from './fields.ts';
import { jsonSchema, schemaUse } from './json-schema.ts';

const priceUse = z.union([
  z.string(),
  z.strictObject({
    use: z.string().meta({ description: 'Id of a price' }),
    inputs: z.record(z.string(), cel).optional().meta({ description: 'CEL that replaces inputs of the price here' }),
  }),
]);

const body = z.strictObject({
  'content-type': text.optional(),
  schema: schemaUse,
  'unknown-keys': sourced('rule', z.enum(['rejected', 'ignored', 'unknown'])).optional(),
  validates: sourced('when', z.enum(['before-challenge', 'unknown']))
    .optional()
    .meta({ description: '`before-challenge`: a wrong body is told before any price' }),
});

const response = z.strictObject({
  schema: schemaUse.optional(),
  description: text,
  'content-type': text.optional(),
  headers: z.record(z.string(), jsonSchema).optional(),
  hosts: hosts.optional(),
  ...provenance,
});

const condition = {
  rule: id,
  summary: text,
  when: cel.optional().meta({ description: 'CEL; the rule applies where it holds' }),
  must: cel.meta({ description: 'CEL; what has to hold' }),
  hosts: hosts.optional(),
  ...provenance,
};

const override = z.strictObject({
  body: json.optional(),
  query: json.optional(),
  params: json.optional(),
});

const payment = z.strictObject({
  settles: z.enum(['after-upstream', 'after-upstream-or-on-poll', 'on-poll', 'on-accept', 'never']),
  window: sourced('seconds', seconds).optional().meta({ description: 'Seconds a challenge may be signed for' }),
  inline: sourced('seconds', seconds).optional().meta({ description: 'Seconds within which an answer is inline' }),
  challenge: jsonSchema.optional().meta({ description: 'What the challenge body carries beyond the usual' }),
  ...provenance,
});

const machine = z.strictObject({
  id: z.string(),
  role: z.enum(['create', 'poll']).meta({ description: 'Whether the operation creates the resource or polls it' }),
});

/** `operations/<area>/<id>.yaml`: one thing a caller can ask for. */
export const operation = z.strictObject({
  operation: id,
  area: id.meta({ description: 'Folder and module in which the operation is kept' }),
  summary: text,
  description: text.optional(),
  ...provenance,
  http: z.string().meta({ description: 'Method and path: `POST {prefix}/search`, or absolute `GET /api/pricing`' }),
  hosts: hosts.optional(),
  auth: perHost(z.enum(['none', 'payment', 'wallet', 'key'])).optional(),
  query: schemaUse.optional(),
  params: schemaUse.optional(),
  body: body.optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/, 'an HTTP status'), response),
  stream: z
    .strictObject({ when: cel, done: text.optional(), hosts: hosts.optional(), ...provenance })
    .optional()
    .meta({ description: 'When the answer is a stream, and its last event' }),
  price: perHost(priceUse).optional(),
  payment: payment.optional(),
  machine: machine.optional(),
  errors: z.array(z.union([z.string(), z.strictObject({ hosts, errors: z.array(z.string()).min(1) })])).optional(),
  limits: z.array(z.string()).optional(),
  rules: z
    .array(
      z.strictObject({
        ...condition,
        error: z.string().optional().meta({ description: 'Error that a request breaking the rule gets' }),
        names: text.optional().meta({ description: 'Field that the error has to name' }),
        violation: override.optional().meta({ description: 'A valid request that breaks only this rule' }),
      }),
    )
    .optional(),
  ensures: z.array(z.strictObject(condition)).optional(),
  example: perHost(override).optional().meta({ description: 'A request that is valid' }),
});

export type OperationSource = z.infer<typeof operation>;
export type ConditionSource = NonNullable<OperationSource['rules']>[number];
export type PriceUseSource = z.infer<typeof priceUse>;
