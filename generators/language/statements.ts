import { z } from 'zod';
import { text } from './fields.ts';

const statement = z.strictObject({
  section: text.meta({ description: 'Heading under which it stands' }),
  kind: text.meta({ description: 'What it is about: field, price, error, conflict, …' }),
  text,
  testable: text.meta({
    description: 'How it can be seen: blackbox-free, blackbox-paid, controlled, structural, none',
  }),
  note: z.string().optional().meta({ description: 'A remark of ours' }),
  excluded: text.optional().meta({ description: 'Why no spec entry encodes it' }),
});

/** `statements/<document>/<section>.yaml`: what the documents say, one statement at a time. */
export const statements = z.strictObject({
  document: z.string().meta({ description: 'Id of the document' }),
  statements: z.record(z.string(), statement),
});

export type StatementSource = z.infer<typeof statement>;
