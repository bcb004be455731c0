import { z } from 'zod';

const Run = z.object({
  stranger: z.string(),
  host: z.string(),
  level: z.enum(['free', 'paid', 'controlled']),
  seed: z.number(),
  pass: z.number(),
  not_testable: z.number(),
  requests: z.number(),
  spent_usd: z.string(),
  seconds: z.number(),
});

/** One run against a gateway that was written from the documents alone: healthy, or with a fault of its author's. */
export const Outcome = z.union([
  Run.extend({ fault: z.string(), rule: z.string().optional() }),
  Run.extend({ accused: z.number() }),
]);

/** One run, as a line of JSON. `accused` counts failed rules of tier must; `rule` is the one that found the fault. */
export type Outcome = z.infer<typeof Outcome>;
