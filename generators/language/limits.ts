import { z } from 'zod';
import { hosts, id, provenance, seconds, sourced, text } from './fields.ts';

const limit = z.strictObject({
  summary: text,
  ...provenance,
  operations: z.array(z.string()).optional(),
  count: z.int().positive(),
  window: seconds,
  key: z.enum(['ip', 'api-key', 'payer']),
  shared: sourced('value', z.boolean()).optional().meta({ description: 'Whether the operations share one counter' }),
  error: z.string(),
  hosts: hosts.optional(),
});

/** `limits/<area>.yaml`: how often a caller may call. */
export const limits = z.strictObject({ limits: z.record(id, limit) });

export type LimitSource = z.infer<typeof limit>;
