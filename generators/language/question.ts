import { z } from 'zod';
import { id, text } from './fields.ts';

/** `questions/<id>.yaml`: what the documents leave open or disagree on, with the decision. */
export const question = z.strictObject({
  question: id,
  kind: z.enum(['conflict', 'unknown', 'assumption']),
  statements: z.array(z.string()),
  sides: z.array(text).optional(),
  decision: text,
  reason: text,
  accepts: text.meta({ description: 'What the suite accepts, in words' }),
});

export type QuestionSource = z.infer<typeof question>;
