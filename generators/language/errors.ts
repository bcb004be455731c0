import { z } from 'zod';
import { hosts, id, json, provenance, text } from './fields.ts';
import { jsonSchema } from './json-schema.ts';

/** The outcomes that a deployment's control API can script. */
export const outcome = z.enum([
  'succeed',
  'fail',
  'reject',
  'timeout',
  'slow',
  'cut',
  'empty',
  'capacity',
  'no_tier',
  'other_tier',
  'mirror_fail',
  'unconfigured',
]);

const error = z.strictObject({
  http: z.int().min(400).max(599).meta({ description: 'HTTP status' }),
  passed: z
    .boolean()
    .optional()
    .meta({ description: 'Whether it passes on what a provider said, which may be any status of its hundred' }),
  summary: text.meta({ description: 'When the error comes, in one sentence' }),
  ...provenance,
  body: jsonSchema.optional().meta({ description: 'What the body holds at least' }),
  headers: z
    .record(z.string(), jsonSchema)
    .optional()
    .meta({ description: 'Headers by name, as JSON Schemas of their text' }),
  charged: z
    .union([z.boolean(), z.literal('unknown')])
    .meta({ description: 'Whether the call is charged all the same' }),
  names: z.boolean().optional().meta({ description: 'Whether the body names the field that is wrong' }),
  lists: z.boolean().optional().meta({ description: 'Whether the body lists the values that are accepted' }),
  role: z.string().optional().meta({ description: "The pipeline's error that this one stands for" }),
  hosts: hosts.optional(),
  provoke: z
    .strictObject({
      upstream: outcome.optional().meta({ description: 'What the upstream does' }),
      detail: json.optional(),
      request: json.optional(),
      hosts: hosts.optional(),
    })
    .optional()
    .meta({ description: 'How the suite brings it about' }),
});

/** `errors/<area>.yaml`: error answers. */
export const errors = z.strictObject({ errors: z.record(id, error) });

export type ErrorSource = z.infer<typeof error>;
