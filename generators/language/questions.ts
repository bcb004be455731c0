import { z } from 'zod';
import { id, text } from './fields.ts';

const question = z.strictObject({
  kind: z
    .enum(['conflict', 'unknown', 'assumption'])
    .meta({ description: 'Whether the documents conflict, do not state it, or leave a choice' }),
  statements: z.array(z.string()).meta({ description: 'Statements concerned' }),
  sides: z.array(text).optional().meta({ description: 'The sides of a conflict' }),
  decision: text.meta({ description: 'What this gateway does' }),
  reason: text.meta({ description: 'Reason of the decision' }),
  accepts: text.meta({ description: 'What the suite accepts' }),
});

/** `questions/<area>.yaml`: where the documents disagree or leave something open, with our decision. */
export const questions = z.strictObject({ questions: z.record(id, question) });

export type QuestionSource = z.infer<typeof question>;
