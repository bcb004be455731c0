import { z } from 'zod';
import { outcomes } from '#generated/errors.ts';

const times = z.int().min(1).max(100_000).default(1);
/** An EVM address, or 32 bytes in base58. */
const address = z.string().regex(/^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/);
const detail = z.record(z.string(), z.unknown()).default({});

/** The request body of each operation of the control API. */
export const bodies = {
  clock: z.object({ advance_seconds: z.number().min(0).max(1e10) }),
  upstream: z.object({ route: z.string(), outcome: z.enum(outcomes), times, detail }),
  settlement: z.object({ outcome: z.enum(['succeed', 'fail']), times }),
  fund: z.object({ address, amount: z.string().regex(/^\d{1,18}$/) }),
  keys: z.object({ balance_usd: z.string().max(20) }),
  allow: z.object({ address }),
  events: z.object({ machine: z.string(), id: z.string(), event: z.string(), detail }),
};
