import { z } from 'zod';
import { hosts, id, provenance, seconds, sourced, text } from './fields.ts';

const limit = z.strictObject({
  summary: text.meta({ description: 'What is limited, in one sentence' }),
  ...provenance,
  operations: z.array(z.string()).optional().meta({ description: 'Operations whose calls count' }),
  count: z.int().positive().meta({ description: 'Calls allowed within the window' }),
  sides: z
    .array(z.union([z.int().positive(), z.literal('none')]))
    .optional()
    .meta({
      description: 'Other counts that the documents also allow, or `none` for no limit: the other sides of a conflict',
    }),
  window: seconds,
  key: sourced('value', z.enum(['ip', 'api-key', 'payer'])).meta({
    description:
      'What groups calls into one counter; only if it is stated, one caller must not use up the limit of another',
  }),
  shared: sourced('value', z.boolean()).optional().meta({ description: 'Whether the operations share one counter' }),
  error: z.string().meta({ description: 'Error of a call over the limit' }),
  hosts: hosts.optional(),
});

/** `limits/<area>.yaml`: how often a caller may call. */
export const limits = z.strictObject({ limits: z.record(id, limit) });

export type LimitSource = z.infer<typeof limit>;
