import { z } from 'zod';
import type { Matrix } from '../prove/matrix.ts';
import type { Outcome } from '../strangers/outcome.ts';

const Share = z.object({ of: z.number(), found: z.number() });

/** What is published of the suite's own quality. */
export const Figures = z.object({
  /** ISO date of the runs. */
  date: z.string(),
  mutants: z.object({
    tried: z.number(),
    killed: z.object({ unpaid: z.number(), paid: z.number(), ledger: z.number() }),
    survived: z.number(),
    equivalent: z.number(),
    open: z.number(),
    unobservable: z.number(),
  }),
  /** Healthy gateways, by host and level: the most rules that any seed accused, and what a run took. */
  healthy: z.array(
    z.object({
      stranger: z.string(),
      host: z.string(),
      level: z.string(),
      seeds: z.number(),
      accused: z.number(),
      passed: z.number(),
      requests: z.number(),
      spent: z.string(),
      seconds: z.number(),
    }),
  ),
  faults: z.array(Share.extend({ stranger: z.string(), host: z.string(), missed: z.array(z.string()) })),
});

export type Figures = z.infer<typeof Figures>;

/** Sums runs up: the kill matrix of `prove`, and the outcomes of the gateways that were written apart. */
export function figuresOf(date: string, { total }: Pick<Matrix, 'total'>, outcomes: readonly Outcome[]): Figures {
  const healthy = outcomes.filter((outcome) => 'accused' in outcome);
  const faulty = outcomes.filter((outcome) => 'fault' in outcome);
  const { mutants: tried, killed, survived, excused } = total;
  return {
    date,
    mutants: { tried, killed, survived, ...excused },
    healthy: [...Map.groupBy(healthy, ({ stranger, host, level }) => `${stranger} ${host} ${level}`).values()].flatMap(
      (runs) => {
        const [first] = runs;
        if (!first) return [];
        const { stranger, host, level, spent_usd: spent, requests, seconds } = first;
        const accused = Math.max(...runs.map((run) => run.accused));
        const passed = Math.min(...runs.map(({ pass }) => pass));
        return [{ stranger, host, level, seeds: runs.length, accused, passed, requests, spent, seconds }];
      },
    ),
    faults: [...Map.groupBy(faulty, ({ stranger, host }) => `${stranger} ${host}`).values()].flatMap((runs) => {
      const [first] = runs;
      if (!first) return [];
      const missed = runs.flatMap(({ fault, rule }) => (rule === undefined ? [fault] : []));
      const { stranger, host } = first;
      return [{ stranger, host, of: runs.length, found: runs.length - missed.length, missed }];
    }),
  };
}
