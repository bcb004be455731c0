import { z } from 'zod';
import { cel, decimal, from, id, json, provenance, sourced, text } from './fields.ts';

const tiers = z.strictObject({
  of: cel.meta({ description: 'CEL; the quantity whose size decides, such as an input' }),
  count: z.enum(['calls', 'units', 'brackets']).meta({
    description:
      '`calls`: `usd` is the price of the call; `units`: of each unit, by the step that the whole quantity reaches; `brackets`: of each unit within that step',
  }),
  steps: z
    .array(
      z.strictObject({
        up_to: z
          .int()
          .positive()
          .optional()
          .meta({ description: 'The largest quantity of the step; the last step has none' }),
        usd: decimal,
        ...provenance,
      }),
    )
    .min(1)
    .meta({ description: 'The steps, the lowest first' }),
  ...provenance,
});

/** `prices/<id>.yaml`: one price formula, with the documents' figures as examples. */
const written = z.strictObject({
  price: id,
  kind: z
    .enum(['quoted', 'metered'])
    .meta({ description: '`quoted`: known before the call; `metered`: charged after the call by its usage' }),
  summary: text.meta({ description: 'How the price is computed, in one sentence' }),
  ...provenance,
  when: cel.optional().meta({
    description: 'CEL condition; calls whose amount the documents state. The amounts of other calls are not asserted',
  }),
  inputs: z
    .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a CEL name'), cel)
    .meta({ description: 'CEL by name; an input may use earlier ones' }),
  bound: z.record(z.string(), cel).optional().meta({
    description:
      'CEL by name; replaces the inputs of a metered price that read the response, so that the formula gives the most that the call can cost. That much of a balance is reserved for it',
  }),
  tiers: tiers.optional().meta({ description: 'Prices by quantity. Formulas read the amount as `tiers`' }),
  formula: cel.optional().meta({ description: 'CEL; exact amount in USD. With `tiers` their amount by default' }),
  breakdown: z.record(z.string(), cel).optional().meta({
    description: 'CEL by name; parts of the amount in USD, in order. By default that of the tiers',
  }),
  details: z
    .record(z.string(), z.strictObject({ when: cel.optional(), fields: z.record(z.string(), cel), ...provenance }))
    .optional()
    .meta({ description: 'Additional fields of the challenge: objects by name, each present if its `when` is true' }),
  rounding: sourced('mode', z.enum(['half-up', 'half-even', 'up', 'down'])).meta({
    description: 'How the amount is rounded to micro-USD',
  }),
  meant: z
    .array(z.enum(['free', 'above-1-usd']))
    .optional()
    .meta({
      description:
        'Intentional amounts, about which `check` would warn: calls that cost nothing and are served without a payment, and payments above 1 USD, which official clients sign only with a higher limit',
    }),
  sides: z
    .array(z.union([cel, z.strictObject({ formula: cel, ...provenance })]))
    .optional()
    .meta({ description: 'Other formulas that the documents also allow' }),
  examples: z
    .array(
      z.strictObject({
        operation: z.string().optional().meta({ description: 'Operation of the call; by default any with this price' }),
        host: z.string().optional().meta({ description: 'Host of the call' }),
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

/** The shape of a price: it has a formula, tiers or both. */
export const price = written.refine(({ formula, tiers }) => formula !== undefined || tiers !== undefined, {
  path: ['formula'],
});

export type PriceFile = z.infer<typeof price>;
export type TiersSource = z.infer<typeof tiers>;

/** A price with its formula, into which tiers enter as an input. */
export type PriceSource = Omit<PriceFile, 'formula' | 'breakdown'> & {
  readonly formula: string;
  readonly breakdown: Readonly<Record<string, string>>;
};
