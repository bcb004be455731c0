import { z } from 'zod';
import { cel, decimal, from, id, json, provenance, sourced, text } from './fields.ts';

/** `prices/<id>.yaml`: one price formula with the documents' own figures as examples. */
export const price = z.strictObject({
  price: id,
  kind: z
    .enum(['quoted', 'metered'])
    .meta({ description: '`quoted`: told before the call; `metered`: charged after it from what it used' }),
  summary: text.meta({ description: 'How the price comes about, in one sentence' }),
  ...provenance,
  when: cel.optional().meta({
    description: 'CEL; calls whose amount the documents give. Others are quoted by the formula and never compared',
  }),
  inputs: z
    .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a CEL name'), cel)
    .meta({ description: 'CEL by name; an input may use those before it' }),
  formula: cel.meta({ description: 'CEL; USD, exact' }),
  breakdown: z.record(z.string(), cel).meta({ description: 'CEL by name; USD parts of the result, in order' }),
  details: z
    .record(z.string(), z.strictObject({ when: cel.optional(), fields: z.record(z.string(), cel), ...provenance }))
    .optional()
    .meta({ description: 'Further fields of the challenge: objects by name, each present where its `when` is true' }),
  rounding: sourced('mode', z.enum(['half-up', 'half-even', 'up', 'down'])).meta({
    description: 'How the result becomes micro-USD',
  }),
  sides: z
    .array(z.union([cel, z.strictObject({ formula: cel, ...provenance })]))
    .optional()
    .meta({ description: 'Other formulas that the documents allow as well' }),
  examples: z
    .array(
      z.strictObject({
        operation: z
          .string()
          .optional()
          .meta({ description: 'Operation that is asked for; any that has the price where it is left out' }),
        host: z.string().optional().meta({ description: 'Host that is asked' }),
        request: json.optional(),
        query: json.optional(),
        params: json.optional(),
        response: json.optional(),
        usd: decimal,
        from: from.optional(),
      }),
    )
    .optional()
    .meta({ description: "The documents' figures; executed as tests" }),
});

export type PriceSource = z.infer<typeof price>;
