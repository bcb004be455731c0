import { z } from 'zod';
import { text } from './fields.ts';

const statement = z.strictObject({
  section: text,
  kind: text,
  text,
  testable: text,
  note: z.string().optional(),
  excluded: text.optional().meta({ description: 'Why no spec entry encodes it' }),
});

/** `statements/<document>/<section>.yaml`: what the documents say, one statement at a time. */
export const statements = z.strictObject({
  document: z.string(),
  statements: z.record(z.string(), statement),
});

export type StatementSource = z.infer<typeof statement>;
