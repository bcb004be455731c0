import { z } from 'zod';
import { cel, from, id, provenance, seconds, status, text } from './fields.ts';

const states = z.union([z.string(), z.array(z.string()).min(1)]);

/** `machines/<id>.yaml`: the lifecycle of a resource. */
export const machine = z.strictObject({
  machine: id,
  summary: text.meta({ description: 'What the resource is, in one sentence' }),
  ...provenance,
  of: z.enum(['stream', 'balance']).optional().meta({
    description: 'The resource with this lifecycle, if it is not the job of an operation',
  }),
  initial: z.string().meta({ description: 'Initial state' }),
  states: z.record(
    z.string().regex(/^[a-z][a-z0-9_-]*$/, 'a state name in lower case'),
    z.strictObject({
      summary: text.meta({ description: 'What the state means' }),
      final: z.boolean().optional().meta({ description: 'Whether the state is final: no transition leaves it' }),
      ...provenance,
    }),
  ),
  reads: z
    .strictObject({ state: z.string().optional(), id: z.string().optional() })
    .optional()
    .meta({ description: 'JSON pointers to the state and the id in responses' }),
  transitions: z.array(
    z.strictObject({
      from: states.meta({ description: 'Source state or states' }),
      on: z
        .string()
        .regex(/^([a-z][a-z0-9_.-]*|after\(\d+s\))$/, 'an event such as `upstream.started`, `poll` or `after(3600s)`')
        .meta({ description: 'Event: `upstream.started`, `poll`, `cancel`, `after(3600s)`' }),
      seconds: seconds.optional().meta({ description: 'Seconds after which the event `after` occurs' }),
      if: cel.optional().meta({ description: 'CEL condition; the transition is taken if it is true' }),
      to: z.string().meta({ description: 'Target state' }),
      effects: z
        .array(z.string())
        .optional()
        .meta({ description: 'What happens to the payment: `settle-once`, `release`' }),
      'shown-by': z
        .string()
        .optional()
        .meta({ description: 'Expectation of a scenario that shows the transition: `<scenario>.<rule>`' }),
      statements: from.optional(),
      status: status.optional(),
    }),
  ),
  always: z
    .array(
      // biome-ignore lint/suspicious/noThenProperty: invariants read as `in` and `then`.
      z.strictObject({ in: z.array(z.string()).min(1), then: cel, statements: from.optional(), ...provenance }),
    )
    .optional(),
});

export type MachineSource = z.infer<typeof machine>;
