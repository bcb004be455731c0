import { z } from 'zod';
import { decimal, id, sourced, text } from './fields.ts';

/** `service.yaml`: the name of the service and the constants of all formulas. */
export const service = z.strictObject({
  service: id.meta({ description: 'Id of the service' }),
  title: text.meta({ description: 'Name of the service for people' }),
  version: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/, 'a version such as "1.0.0"')
    .meta({ description: 'Version of the specification' }),
  description: text.meta({ description: 'One sentence for people' }),
  documents: z
    .record(id, text)
    .meta({ description: 'Titles of the documents by the first part of their statement ids' }),
  constants: z
    .record(z.string(), sourced('value', decimal))
    .optional()
    .meta({ description: 'Exact decimals that every formula can use by name' }),
  segments: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'Path segments that a deployment may rename, with the default of each' }),
});

export type ServiceSource = z.infer<typeof service>;
