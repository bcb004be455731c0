import { z } from 'zod';
import { from, provenance, text } from './fields.ts';

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

/** Extensions of the x402 standard that challenges can have. */
const extensionNames = ['payment-identifier', 'bazaar'] as const;

const header = z.string().regex(/^[A-Za-z0-9-]+$/, 'the name of an HTTP header');

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
    })
    .optional(),
  extensions: z
    .partialRecord(z.enum(extensionNames), z.strictObject({ from: from.optional() }))
    .optional()
    .meta({
      description:
        'Extensions of the standard that challenges have. `payment-identifier`: a repeated request with the identifier of its payment gets the same answer for a day, and is not charged again; `bazaar`: a challenge says what its operation takes and returns, where its headers have room for that',
    }),
});

export type TransportSource = z.infer<typeof transport>;
