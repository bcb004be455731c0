import { z } from 'zod';
import { outcome } from './errors.ts';
import { cel, decimal, hosts, id, json, provenance, text } from './fields.ts';

const times = z.int().positive().meta({ description: 'Number of calls that it changes' });

const step = z.strictObject({
  as: z
    .string()
    .regex(/^[a-z_][A-Za-z0-9_]*$/, 'a CEL name')
    .optional()
    .meta({ description: 'Variable name of the result in expectations' }),
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
    description:
      '`fresh`, `none`, `other-wallet`, `other-network` (the payer pays on another network that the challenge offers), or the name of an earlier call, whose payment or quoted payment is sent',
  }),
  url: cel.optional().meta({ description: "CEL; a path from an earlier response instead of the operation's own" }),
  times: times.optional().meta({ description: 'Number of calls' }),
  concurrent: z.boolean().optional().meta({ description: 'Whether these calls are concurrent' }),
  upstream: z
    .strictObject({ operation: z.string(), outcome, times: times.optional(), detail: json.optional() })
    .optional(),
  settlement: z
    .strictObject({ outcome: z.enum(['succeed', 'fail']), times: times.optional() })
    .optional()
    .meta({ description: 'Outcome of the next settlements' }),
  event: z.strictObject({ machine: z.string(), id: cel, event: z.string(), detail: json.optional() }).optional(),
  advance: z
    .int()
    .positive()
    .optional()
    .meta({ description: 'Seconds by which the clock advances; the result is the new time in Unix seconds' }),
  ledger: z.boolean().optional().meta({ description: 'Reads the transfers of the payer' }),
  key: decimal.optional().meta({ description: 'Creates an account key with this balance in USD' }),
  fund: z.string().optional().meta({ description: 'Sets the test balance of the wallet, in micro-USDC' }),
  allow: z.boolean().optional().meta({ description: 'Puts the wallet on the allowlist' }),
});

const expectation = z.strictObject({
  rule: id,
  summary: text.meta({ description: 'What is expected, in one sentence' }),
  when: cel.optional().meta({ description: 'CEL condition; the expectation applies if it is true' }),
  must: cel.meta({ description: 'CEL condition over the named steps that must be true' }),
  ...provenance,
});

const scenario = z.strictObject({
  title: text.meta({ description: 'What the scenario shows' }),
  ...provenance,
  hosts: hosts.optional(),
  steps: z.array(step).min(1).meta({ description: 'Steps, in order' }),
  expects: z.array(expectation).min(1).meta({ description: 'Expectations after the last step' }),
});

/** `scenarios/<area>.yaml`: scenarios of several calls. */
export const scenarios = z.strictObject({ scenarios: z.record(id, scenario) });

export type ScenarioSource = z.infer<typeof scenario>;
export type StepSource = z.infer<typeof step>;
