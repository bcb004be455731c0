import { z } from 'zod';
import { outcome } from './errors.ts';
import { cel, decimal, hosts, id, json, provenance, text } from './fields.ts';

const times = z.int().positive();

const step = z.strictObject({
  as: z
    .string()
    .regex(/^[a-z_][A-Za-z0-9_]*$/, 'a CEL name')
    .optional()
    .meta({ description: 'Name by which expectations read the result' }),
  call: z.string().optional().meta({ description: 'Operation id' }),
  with: z
    .strictObject({
      body: json.optional(),
      query: json.optional(),
      params: json.optional(),
      headers: json.optional(),
    })
    .optional()
    .meta({ description: "Overrides of the operation's example; `{cel: ...}` computes a value" }),
  pay: z.string().optional().meta({
    description: '`fresh`, `none`, `other-wallet`, or an earlier call: its payment, or the one it was only asked for',
  }),
  url: cel.optional().meta({ description: "CEL; path from an earlier answer instead of the operation's own" }),
  times: times.optional().meta({ description: 'How often the call is made' }),
  concurrent: z.boolean().optional().meta({ description: 'Whether those calls are made at once' }),
  upstream: z
    .strictObject({ operation: z.string(), outcome, times: times.optional(), detail: json.optional() })
    .optional(),
  settlement: z
    .strictObject({ outcome: z.enum(['succeed', 'fail']), times: times.optional() })
    .optional()
    .meta({ description: 'What the next settlements do' }),
  event: z.strictObject({ machine: z.string(), id: cel, event: z.string(), detail: json.optional() }).optional(),
  advance: z.int().positive().optional().meta({ description: 'Seconds by which the clock moves' }),
  ledger: z.boolean().optional().meta({ description: 'Reads the transfers of the payer' }),
  key: decimal.optional().meta({ description: 'Creates an account key with this balance in USD' }),
  fund: z.string().optional().meta({ description: 'Sets the test balance of the wallet, in micro-USDC' }),
  allow: z.boolean().optional().meta({ description: 'Puts the wallet on the allowlist' }),
});

const expectation = z.strictObject({
  rule: id,
  summary: text.meta({ description: 'What is expected, in one sentence' }),
  when: cel.optional().meta({ description: 'CEL; the expectation applies where it holds' }),
  must: cel.meta({ description: 'CEL over the named steps; what has to hold' }),
  ...provenance,
});

const scenario = z.strictObject({
  title: text.meta({ description: 'What the story shows' }),
  ...provenance,
  hosts: hosts.optional(),
  steps: z.array(step).min(1).meta({ description: 'What happens, in order' }),
  expects: z.array(expectation).min(1).meta({ description: 'What holds at the end' }),
});

/** `scenarios/<area>.yaml`: stories over several calls. */
export const scenarios = z.strictObject({ scenarios: z.record(id, scenario) });

export type ScenarioSource = z.infer<typeof scenario>;
export type StepSource = z.infer<typeof step>;
