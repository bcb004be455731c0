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

/** An error response. */
export const error = z.strictObject({
  http: z.int().min(400).max(599).meta({ description: 'HTTP status' }),
  passed: z.boolean().optional().meta({
    description: 'Whether it forwards a provider error; the status may then be any of the same class (4xx or 5xx)',
  }),
  summary: text.meta({ description: 'When the error occurs, in one sentence' }),
  ...provenance,
  body: jsonSchema.optional().meta({ description: 'JSON Schema of the fields that the body must have' }),
  headers: z
    .record(z.string(), jsonSchema)
    .optional()
    .meta({ description: 'Headers by name, as JSON Schemas of their text' }),
  charged: z
    .union([z.boolean(), z.literal('unknown')])
    .meta({ description: 'Whether the call is charged despite the error' }),
  names: z.boolean().optional().meta({ description: 'Whether the body names the invalid field' }),
  lists: z.boolean().optional().meta({ description: 'Whether the body lists the values that are accepted' }),
  role: z.string().optional().meta({ description: 'The pipeline error that this one replaces' }),
  hosts: hosts.optional(),
  provoke: z
    .strictObject({
      upstream: outcome.optional().meta({ description: 'Outcome of the upstream call' }),
      detail: json.optional(),
      request: json.optional(),
      headers: z
        .record(z.string(), z.string())
        .optional()
        .meta({ description: 'Headers of the response when it is caused this way, as their text' }),
      hosts: hosts.optional(),
    })
    .optional()
    .meta({ description: 'How the suite provokes the error' }),
});

/** `errors/<area>.yaml`: error responses. */
export const errors = z.strictObject({ errors: z.record(id, error) });

export type ErrorSource = z.infer<typeof error>;
