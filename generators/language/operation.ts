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
  'content-type': z
    .union([text, z.array(text).min(1)])
    .optional()
    .meta({
      description: 'Content types that the body may have, the usual one first; `application/json` where left out',
    }),
  schema: schemaUse,
  'unknown-keys': sourced('rule', z.enum(['rejected', 'ignored', 'unknown']))
    .optional()
    .meta({ description: 'What happens to keys that the schema does not have' }),
  validates: sourced('when', z.enum(['before-challenge', 'unknown']))
    .optional()
    .meta({ description: '`before-challenge`: a wrong body is told before any price' }),
  first: z
    .strictObject({ fields: z.array(text).min(1), ...provenance })
    .optional()
    .meta({ description: 'Fields that are validated before any price, wherever the rest of the body is' }),
  ...provenance,
});

const response = z.strictObject({
  schema: schemaUse.optional(),
  description: text.meta({ description: 'What the answer is' }),
  'content-type': text.optional(),
  headers: z
    .record(z.string(), jsonSchema)
    .optional()
    .meta({ description: 'Headers by name, as JSON Schemas of their text' }),
  unseen: z
    .array(z.strictObject({ hosts, at: text, because: text }))
    .optional()
    .meta({
      description: 'Parts of the body, as a path like `list.items`, that no caller can make appear on some hosts',
    }),
  hosts: hosts.optional(),
  ...provenance,
});

const condition = {
  rule: id,
  summary: text.meta({ description: 'One sentence for people, without a full stop' }),
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
  settles: z
    .enum(['after-upstream', 'after-upstream-or-on-poll', 'on-poll', 'on-accept', 'never'])
    .meta({ description: 'What has happened when the payment settles' }),
  window: sourced('seconds', seconds).optional().meta({ description: 'Seconds a challenge may be signed for' }),
  inline: sourced('seconds', seconds).optional().meta({ description: 'Seconds within which an answer is inline' }),
  challenge: jsonSchema.optional().meta({ description: 'What the challenge body carries beyond the usual' }),
  ...provenance,
});

const machine = z.strictObject({
  id: z.string().meta({ description: 'Id of a machine' }),
  role: z.enum(['create', 'poll']).meta({ description: 'Whether the operation creates the resource or polls it' }),
});

/** `operations/<area>/<id>.yaml`: one thing a caller can ask for. */
export const operation = z.strictObject({
  operation: id.meta({ description: 'Id of the operation; the file is named after it' }),
  area: id.meta({ description: 'Folder and module in which the operation is kept' }),
  summary: text.meta({ description: 'What a caller gets, in one sentence' }),
  description: text.optional().meta({ description: 'More for people, where one sentence is not enough' }),
  ...provenance,
  http: z.union([z.string(), z.array(z.string()).min(2)]).meta({
    description:
      'Method and path: `POST {prefix}/search`, or absolute `GET /api/pricing`. Several lines are as many operations',
  }),
  hosts: hosts.optional(),
  irreversible: z.boolean().optional().meta({
    description: 'Whether serving it does something in the world, so that tests call it only where that is simulated',
  }),
  closed: z.string().optional().meta({
    description: 'Error that every call gets: what is retired or withdrawn is neither sold nor described',
  }),
  auth: perHost(z.enum(['none', 'payment', 'wallet', 'key']))
    .optional()
    .meta({ description: 'Who may call: anyone, who pays, whoever shows a wallet, whoever has a key' }),
  payers: sourced('who', z.enum(['allowlisted']))
    .optional()
    .meta({ description: '`allowlisted`: only wallets that the service has put on its list are served' }),
  timeout: sourced('seconds', seconds).optional().meta({ description: 'Seconds that callers wait for an answer' }),
  validates: sourced('when', z.enum(['before-challenge', 'unknown']))
    .optional()
    .meta({ description: '`before-challenge`: whatever is wrong with a request is told before any price' }),
  query: schemaUse.optional(),
  params: schemaUse.optional(),
  body: body.optional().meta({ description: 'What a request carries' }),
  responses: z
    .record(z.string().regex(/^[1-5]\d\d$/, 'an HTTP status'), response)
    .meta({ description: 'Answers by HTTP status; errors are listed under `errors`' }),
  stream: z
    .strictObject({
      when: cel,
      events: z.string().optional().meta({ description: 'Schema of the data of its events, for types only' }),
      done: text.optional(),
      hosts: hosts.optional(),
      ...provenance,
    })
    .optional()
    .meta({ description: 'When the answer is a stream, and its last event' }),
  price: perHost(priceUse).optional().meta({ description: 'Id of the price, or a map from host or group to it' }),
  payment: payment.optional().meta({ description: 'When and how the payment settles' }),
  machine: machine.optional().meta({ description: 'The resource that the operation creates or polls' }),
  errors: z
    .array(z.union([z.string(), z.strictObject({ hosts, errors: z.array(z.string()).min(1) })]))
    .optional()
    .meta({ description: 'Ids of its errors; `{ hosts, errors }` for those of some hosts' }),
  limits: z
    .array(z.string())
    .optional()
    .meta({ description: 'Ids of the limits that count its calls; limits may name operations instead' }),
  rules: z
    .array(
      z.strictObject({
        ...condition,
        error: z.string().optional().meta({ description: 'Error that a request breaking the rule gets' }),
        names: text.optional().meta({ description: 'Field that the error has to name' }),
        accepted: z
          .array(cel)
          .min(1)
          .optional()
          .meta({ description: 'CEL lists of the values that are accepted; the message of the error lists them' }),
        fields: z
          .record(z.string(), cel)
          .optional()
          .meta({ description: 'CEL by name; further fields of the body of the error' }),
        violation: override.optional().meta({ description: 'A valid request that breaks only this rule' }),
      }),
    )
    .optional()
    .meta({ description: 'Rules across the fields of a request' }),
  ensures: z
    .array(z.strictObject(condition))
    .optional()
    .meta({ description: 'Rules over the answer, together with its request' }),
  example: perHost(override).optional().meta({ description: 'A request that is valid' }),
});

/** An operation file as it is written. */
export type OperationFile = z.infer<typeof operation>;

/** One operation: a file read by one line of its `http`. */
export type OperationSource = Omit<OperationFile, 'http'> & { readonly http: string };
export type ConditionSource = NonNullable<OperationSource['rules']>[number];
export type PriceUseSource = z.infer<typeof priceUse>;
