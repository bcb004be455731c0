import { z } from 'zod';
import { text } from './fields.ts';

const statement = z.strictObject({
  section: text.meta({ description: 'Heading of its section' }),
  kind: text.meta({ description: 'Kind: field, price, error, conflict, …' }),
  text,
  testable: text.meta({
    description: 'How it can be tested: blackbox-free, blackbox-paid, controlled, structural, none',
  }),
  note: z.string().optional().meta({ description: 'A note of the specification authors' }),
  excluded: text.optional().meta({ description: 'Why no spec entry encodes it' }),
});

/** `statements/<document>/<section>.yaml`: the statements of the documents. */
export const statements = z.strictObject({
  document: z.string().meta({ description: 'Id of the document' }),
  title: text.optional().meta({ description: 'Title of a document that `service.yaml` does not list' }),
  statements: z.record(z.string(), statement),
});

export type StatementSource = z.infer<typeof statement>;
