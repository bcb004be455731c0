import { z } from 'zod';
import { decimal, id, sourced, text } from './fields.ts';

/** `service.yaml`: what the service is called and what all formulas may use. */
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
    .meta({ description: 'Exact decimals that every formula may use by name' }),
  segments: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'Path segments that a deployment may name otherwise, with our own name for each' }),
});

export type ServiceSource = z.infer<typeof service>;
