/** How many saboteurs are found by runs that may send few requests. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { type Contract, readContract } from '#conformance/contract/contract.ts';
import { randomFrom } from '#gateway/upstream/seeded-random.ts';
import { accuses } from '../strangers/judge.ts';
import { groupsOf } from './judge.ts';
import type { Results } from './results.ts';
import type { Saboteur } from './saboteur.ts';
import { type Stage, startStage } from './stage.ts';

/** Requests that the runs may send, all at level free; the last one is a whole run. */
const budgets = [60, 1000, 4000, undefined] as const;

const Curve = z.object({
  /** ISO date of the runs. */
  date: z.string(),
  /** Seed of the sample. */
  seed: z.number(),
  /** Ids of the sample. */
  sample: z.array(z.string()),
  /** Ids that each run found; a whole run has no number of requests. */
  points: z.array(z.object({ requests: z.number().optional(), found: z.array(z.string()) })),
});

/** The saboteurs of a random sample that runs with few requests find. */
export type Curve = z.infer<typeof Curve>;

const file = 'lab/saboteurs/curve.json';

/** Reads the recorded curve, if there is one. */
export function readCurve(): Curve | undefined {
  return existsSync(file) ? Curve.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/** Draws a sample of the saboteurs that a run has shown, judges it by runs with few requests, and records the curve. */
export async function recordCurve(
  saboteurs: readonly Saboteur[],
  results: Results,
  { size, seed }: { readonly size: number; readonly seed: number },
): Promise<Curve> {
  const shown = saboteurs.filter(({ id }) => (results[id]?.now ?? 'not-shown') !== 'not-shown');
  const sample = draw(shown, size, seed);
  console.log(`${sample.length} saboteurs, drawn with seed ${seed}`);
  const found = budgets.map((): string[] => []);
  for (const [host, own] of Map.groupBy(sample, (each) => each.host)) {
    const contract = await readContract(`generated/contracts/${host}.json`);
    for (const group of groupsOf(contract, own)) {
      for (const [index, ids] of (await foundInGroup(contract, group)).entries()) found[index]?.push(...ids);
      console.log(`${host}: ${found.map(({ length }) => length).join(', ')} found so far`);
    }
  }
  const points = budgets.map((requests, index) => ({
    ...(requests !== undefined && { requests }),
    found: (found[index] ?? []).toSorted(),
  }));
  const date = new Date().toISOString().slice(0, 10);
  const curve: Curve = { date, seed, sample: sample.map(({ id }) => id).toSorted(), points };
  writeFileSync(file, `${JSON.stringify(curve, null, 2)}\n`);
  return curve;
}

function draw(saboteurs: readonly Saboteur[], size: number, seed: number): readonly Saboteur[] {
  const random = randomFrom(seed);
  return saboteurs
    .map((saboteur) => ({ saboteur, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .slice(0, size)
    .map(({ saboteur }) => saboteur);
}

/** The ids of a group that each run finds: a rule fails for the whole group, and then for the saboteur alone. */
async function foundInGroup(contract: Contract, group: readonly Saboteur[]): Promise<readonly (readonly string[])[]> {
  const stage = await startStage(contract);
  /** Whether a rule accuses a saboteur that is alone at work. */
  const tried = group.map((saboteur) => ({ saboteur, rules: new Map<string, boolean>() }));
  try {
    const found: string[][] = [];
    for (const maxRequests of budgets) {
      const shown = stage.use(...group);
      const suspects = await accusing(stage, maxRequests === undefined ? {} : { maxRequests });
      const atWork = new Set(shown.map(({ by }) => by));
      const ids: string[] = [];
      for (const { saboteur, rules } of tried) {
        if (!atWork.has(saboteur.id)) continue;
        const untried = suspects.filter((rule) => !rules.has(rule));
        if (!suspects.some((rule) => rules.get(rule)) && untried.length > 0) {
          stage.use(saboteur);
          const by = await accusing(stage, { only: untried });
          for (const rule of untried) rules.set(rule, by.includes(rule));
        }
        if (suspects.some((rule) => rules.get(rule))) ids.push(saboteur.id);
      }
      found.push(ids);
    }
    return found;
  } finally {
    await stage.close();
  }
}

/** The rules that fail at level free because of the saboteurs at work. */
async function accusing(
  stage: Stage,
  options: Pick<Parameters<Stage['judge']>[0], 'only' | 'maxRequests'>,
): Promise<readonly string[]> {
  const { results } = await stage.judge({ level: 'free', ...options });
  return results.filter((result) => accuses(result)).map(({ rule }) => rule);
}
