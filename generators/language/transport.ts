import { z } from 'zod';
import { from, provenance, sourced, text } from './fields.ts';
import { jsonSchema } from './json-schema.ts';

/** Every reason to refuse a payment. */
export const refusalReasons = [
  'missing',
  'unreadable',
  'scheme',
  'network',
  'asset',
  'amount',
  'payee',
  'terms',
  'signature',
  'not-yet-valid',
  'expired',
  'stale-block',
  'unfunded',
  'unsettleable',
  'used',
  'settlement-failed',
  'settlement-unknown',
] as const;

/** Encodings that a payment header can have. */
export const paymentEncodings = ['base64', 'base64url'] as const;

/** Extensions of the x402 standard that challenges can have. */
export const extensionNames = ['payment-identifier', 'bazaar'] as const;

const header = z.string().regex(/^[A-Za-z0-9-]+$/, 'the name of an HTTP header');

/** Whether a payment that is sent again with the same request is taken. */
const reuse = z.enum(['reusable', 'used']);

const statuses = z.array(z.int().min(100).max(599));

const refusal = z.union([text, z.strictObject({ error: text, ...provenance })]);

/** How payments travel over HTTP. What a specification leaves out is as in the x402 standard. */
export const transport = z.strictObject({
  challenge: z
    .strictObject({
      headers: z
        .record(
          header,
          z.strictObject({ form: z.string().regex(/\{base64\}/, 'a text with `{base64}`'), from: from.optional() }),
        )
        .meta({
          description:
            'Headers that carry the requirements; `{base64}` stands for their JSON in base64. The first has the whole challenge, further ones the offers; those that are only `{base64}` are left out if all together exceed 3000 bytes',
        }),
      body: z.enum(['requirements', 'free']).meta({
        description: '`requirements`: the body repeats the requirements; `free`: the server writes it as it likes',
      }),
    })
    .partial()
    .optional(),
  payment: z
    .strictObject({
      headers: z
        .record(header, z.strictObject({ from: from.optional() }))
        .meta({ description: 'Headers that may carry a payment, the preferred one first' }),
      versions: z.array(z.int().positive()).min(1).meta({ description: 'Versions of x402 that are read' }),
      encodings: z
        .array(z.enum(paymentEncodings))
        .refine((encodings) => encodings.includes('base64'), 'a list with base64, which clients of the standard write')
        .meta({ description: 'Encodings of JSON in which a payment is read' }),
      schemas: z
        .record(z.string().regex(/^[1-9]\d*$/, 'a version of x402'), jsonSchema)
        .meta({ description: 'What a payment says, by its version of x402' }),
      max_length: z.int().positive().meta({ description: 'Characters above which a payment is refused unread' }),
    })
    .partial()
    .optional(),
  refusals: z
    .partialRecord(z.enum(refusalReasons), refusal)
    .optional()
    .meta({ description: 'Id of the error that answers each refusal' }),
  receipt: z
    .strictObject({
      headers: z
        .record(header, z.strictObject({ content: z.enum(['settlement', 'transaction']), from: from.optional() }))
        .meta({
          description:
            'Headers that report a settlement: its `SettlementResponse` as base64 JSON, or its transaction alone',
        }),
      success: jsonSchema.meta({
        description:
          'The receipt of a payment that settled, in the call that did, in the poll that settles a job, and in an answer that is kept for a repeated request. It has the `transaction`, its `network` and the `payer`; servers write each `const` and `default` in their place',
      }),
      failure: jsonSchema.meta({
        description: 'The receipt of a settlement that failed; servers write it in the same way, without a transaction',
      }),
    })
    .partial()
    .optional(),
  settles: sourced('when', z.enum(['after-upstream', 'on-accept']))
    .optional()
    .meta({ description: 'When a payment settles whose operation does not say it' }),
  claim: z
    .strictObject({
      uncharged: reuse.meta({ description: 'The payment of a call that failed, or whose settlement did' }),
      unanswered: reuse.meta({
        description: 'The payment of a call that was charged, and whose response did not arrive',
      }),
      from: from.optional(),
    })
    .partial()
    .optional()
    .meta({
      description:
        'A payment is claimed for one request before the upstream is called. Sent again with the same request, `reusable` ones are taken for it and are charged once in all; any other is refused as `used`',
    }),
  free: z
    .strictObject({
      never: statuses.meta({ description: 'Statuses that mean a refusal: they require a payment or credentials' }),
      unpriced: statuses.meta({ description: 'Statuses that may describe what is sold, and ask for no money' }),
      from: from.optional(),
    })
    .partial()
    .optional()
    .meta({ description: 'What an operation that requires neither a payment nor credentials may not answer' }),
  extensions: z
    .partialRecord(z.enum(extensionNames), z.strictObject({ from: from.optional() }))
    .optional()
    .meta({
      description:
        'Extensions of the standard that challenges have. `payment-identifier`: a repeated request with the identifier of its payment gets the same answer for a day, and is not charged again; `bazaar`: a challenge says what its operation takes and returns, where its headers have room for that',
    }),
});

export type TransportSource = z.infer<typeof transport>;
