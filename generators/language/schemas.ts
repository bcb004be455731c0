import { z } from 'zod';
import { jsonSchema } from './json-schema.ts';

/** `schemas/<area>.yaml`: named JSON Schemas. */
export const schemas = z.strictObject({
  schemas: z.record(z.string().regex(/^[A-Z][A-Za-z0-9]*$/, 'a PascalCase name'), jsonSchema),
});
