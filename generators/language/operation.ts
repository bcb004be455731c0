import { z } from 'zod';
import { cel, hosts, id, json, perHost, provenance, seconds, sourced, text } from './fields.ts';
import { jsonSchema, schemaUse } from './json-schema.ts';

const priceUse = z.union([
  z.string(),
  z.strictObject({
    use: z.string().meta({ description: 'Id of a price' }),
    inputs: z
      .record(z.string(), cel)
      .optional()
      .meta({ description: 'CEL by name that replaces inputs of the price for this operation' }),
    bound: z
      .record(z.string(), cel)
      .optional()
      .meta({ description: 'CEL by name that replaces bounds of the price for this operation' }),
  }),
]);

/** Bytes above which our gateway refuses the body of an operation that does not say `largest`: as `runtime/http/input.ts` does. */
export const usualLargestBody = 1_048_576;

const body = z.strictObject({
  'content-type': z
    .union([text, z.array(text).min(1)])
    .optional()
    .meta({
      description:
        'Accepted content types of the body, the default first; by default `application/json`. Others are forms, texts (`text/plain`) or bytes (`image/png`)',
    }),
  schema: schemaUse,
  largest: z.int().positive().optional().meta({
    description:
      'Bytes above which our gateway refuses the body; by default one mebibyte. For bodies that carry media or long prompts',
  }),
  'unknown-keys': sourced('rule', z.enum(['rejected', 'ignored', 'unknown']))
    .optional()
    .meta({ description: 'Whether keys that the schema does not have are rejected or ignored' }),
  validates: sourced('when', z.enum(['before-challenge', 'unknown']))
    .optional()
    .meta({ description: '`before-challenge`: an invalid body is rejected before the challenge' }),
  first: z
    .strictObject({ fields: z.array(text).min(1), ...provenance })
    .optional()
    .meta({ description: 'Fields that are validated before the challenge, whether or not the rest of the body is' }),
  ...provenance,
});

const response = z.strictObject({
  schema: schemaUse.optional(),
  description: text.meta({ description: 'What the response contains' }),
  'content-type': text.optional(),
  also: z
    .array(text)
    .min(1)
    .optional()
    .meta({ description: 'Further content types, each sent where `Accept` prefers it; they are texts or bytes' }),
  headers: z
    .record(z.string(), jsonSchema)
    .optional()
    .meta({ description: 'Headers by name, as JSON Schemas of their text' }),
  unseen: z
    .array(z.strictObject({ hosts, at: text, because: text }))
    .optional()
    .meta({
      description: 'Parts of the body, as a path like `list.items`, that cannot occur on some hosts',
    }),
  hosts: hosts.optional(),
  ...provenance,
});

const condition = {
  rule: id,
  summary: text.meta({ description: 'One sentence for people, without a full stop' }),
  when: cel.optional().meta({ description: 'CEL condition; the rule applies if it is true' }),
  must: cel.meta({ description: 'CEL condition that must be true' }),
  hosts: hosts.optional(),
  ...provenance,
};

const override = z.strictObject({
  body: json.optional().meta({ description: 'The whole body, or the fields that differ from the example' }),
  query: json.optional(),
  params: json.optional(),
});

const example = override.extend({ headers: json.optional() });

const payment = z.strictObject({
  settles: z
    .enum(['after-upstream', 'after-upstream-or-on-poll', 'on-poll', 'on-accept', 'never'])
    .optional()
    .meta({ description: 'When the payment settles; by default as the transport says' }),
  window: sourced('seconds', seconds)
    .optional()
    .meta({ description: 'Maximum validity of a payment in seconds (maxTimeoutSeconds)' }),
  inline: sourced('seconds', seconds)
    .optional()
    .meta({ description: 'Seconds within which a result is returned inline' }),
  challenge: jsonSchema.optional().meta({ description: 'JSON Schema of additional fields of the challenge body' }),
  ...provenance,
});

const pointer = z.string().regex(/^(\/[^/]+)+$/, 'a JSON pointer such as `/items`');

const machine = z.strictObject({
  id: z.string().meta({ description: 'Id of a machine' }),
  role: z
    .enum(['create', 'poll', 'cancel'])
    .meta({ description: 'Whether the operation creates the resource, polls it or cancels it' }),
});

/** `operations/<area>/<id>.yaml`: one method and path of the service. */
export const operation = z.strictObject({
  operation: id.meta({ description: 'Id of the operation; the file is named after it' }),
  area: id.meta({ description: 'Folder of the file and module of the emitted operation' }),
  summary: text.meta({ description: 'What the operation does, in one sentence' }),
  description: text.optional().meta({ description: 'More text for people, where one sentence is not enough' }),
  deprecated: z
    .boolean()
    .optional()
    .meta({ description: 'Whether callers should use another operation; it works as before' }),
  ...provenance,
  http: z.union([z.string(), z.array(z.string()).min(2)]).meta({
    description:
      'Method and path: `POST {prefix}/search`, or absolute `GET /api/pricing`. Several lines define several operations',
  }),
  hosts: hosts.optional(),
  irreversible: z.boolean().optional().meta({
    description: 'Whether it has effects in the real world, so that tests call it only on a simulated upstream',
  }),
  closed: z.string().optional().meta({
    description: 'Error that every call returns; a closed operation has no price and is not described',
  }),
  auth: perHost(z.enum(['none', 'payment', 'wallet', 'key']))
    .optional()
    .meta({ description: 'Required authorization: none, a payment, a wallet signature or an API key' }),
  payers: sourced('who', z.enum(['allowlisted']))
    .optional()
    .meta({ description: '`allowlisted`: only wallets on the allowlist of the service may call' }),
  timeout: sourced('seconds', seconds).optional().meta({ description: 'Client timeout in seconds' }),
  validates: sourced('when', z.enum(['before-challenge', 'unknown']))
    .optional()
    .meta({ description: '`before-challenge`: an invalid request is rejected before the challenge' }),
  query: schemaUse.optional(),
  params: schemaUse.optional(),
  headers: schemaUse
    .optional()
    .meta({ description: 'Schema of the headers that a request has, by lower-case names; the values are scalars' }),
  body: body.optional().meta({ description: 'The request body' }),
  responses: z
    .record(z.string().regex(/^[1-5]\d\d$/, 'an HTTP status'), response)
    .meta({ description: 'Responses by HTTP status; errors are listed under `errors`' }),
  stream: z
    .strictObject({
      when: cel,
      events: z.string().optional().meta({ description: 'Schema of the data of its events, for types only' }),
      done: text.optional().meta({ description: 'Data of the last event, such as `[DONE]`' }),
      hosts: hosts.optional(),
      ...provenance,
    })
    .optional()
    .meta({ description: 'When the response is a stream, and its last event' }),
  pages: z
    .strictObject({
      items: pointer.meta({ description: 'JSON pointer to the list in a response' }),
      id: pointer.meta({ description: 'JSON pointer to the id within an item' }),
      next: pointer.meta({
        description: 'JSON pointer to the cursor of the next page; the last page has none, null or an empty text',
      }),
      cursor: text.meta({ description: 'Field of the query that takes the cursor' }),
      size: text.optional().meta({ description: 'Field of the query that says how many items a page has at most' }),
      ...provenance,
    })
    .optional()
    .meta({ description: 'How a list is read page by page: no item comes twice, none is missing, and it ends' }),
  price: perHost(priceUse).optional().meta({ description: 'Id of the price, or a map from host or group to it' }),
  payment: payment.optional().meta({ description: 'When and how the payment settles' }),
  machine: machine.optional().meta({ description: 'The resource that the operation creates, polls or cancels' }),
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
        error: z.string().optional().meta({ description: 'Error for a request that violates the rule' }),
        names: text.optional().meta({ description: 'Field that the error must name' }),
        accepted: z
          .array(cel)
          .min(1)
          .optional()
          .meta({ description: 'CEL lists of the values that are accepted; the message of the error lists them' }),
        fields: z
          .record(z.string(), cel)
          .optional()
          .meta({ description: 'CEL by name; additional fields of the error body' }),
        violation: override.optional().meta({ description: 'A request that is valid except for this rule' }),
      }),
    )
    .optional()
    .meta({ description: 'Rules across the fields of a request' }),
  ensures: z.array(z.strictObject(condition)).optional().meta({ description: 'Rules over a response and its request' }),
  example: perHost(example).optional().meta({ description: 'A valid request' }),
});

/** The content of an operation file. */
export type OperationFile = z.infer<typeof operation>;

/** One operation: a file with one line of its `http`. */
export type OperationSource = Omit<OperationFile, 'http'> & { readonly http: string };
export type ConditionSource = NonNullable<OperationSource['rules']>[number];
export type PriceUseSource = z.infer<typeof priceUse>;
