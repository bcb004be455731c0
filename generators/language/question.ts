import { z } from 'zod';
import { id, text } from './fields.ts';

/** `questions/<id>.yaml`: what the documents leave open or disagree on, with the decision. */
export const question = z.strictObject({
  question: id,
  kind: z
    .enum(['conflict', 'unknown', 'assumption'])
    .meta({ description: 'Whether the documents conflict, do not state it, or leave a choice' }),
  statements: z.array(z.string()).meta({ description: 'Statements concerned' }),
  sides: z.array(text).optional().meta({ description: 'The sides of a conflict' }),
  decision: text.meta({ description: 'What this gateway does' }),
  reason: text.meta({ description: 'Reason of the decision' }),
  accepts: text.meta({ description: 'What the suite accepts' }),
});

export type QuestionSource = z.infer<typeof question>;
