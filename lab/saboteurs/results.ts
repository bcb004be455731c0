import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Verdict = z.enum(['found', 'missed', 'not-shown']);

/** `not-shown`: the saboteur changed no message of the run, so it proves nothing. */
export type Verdict = z.infer<typeof Verdict>;

const Result = z.object({
  statement: z.string(),
  batch: z.number(),
  /** The verdict of the first run; it never changes. */
  first: Verdict,
  /** True if the first run came after the causes of other misses of the batch had been fixed. */
  late: z.literal(true).optional(),
  /** The verdict of the latest run. */
  now: Verdict,
  /** Rules that found it in the latest run. */
  by: z.array(z.string()),
  /** True if one of them names the statement. */
  names: z.boolean(),
});

/** The recorded verdicts on one saboteur. */
export type Result = z.infer<typeof Result>;

const Results = z.record(z.string(), Result);

/** The recorded verdicts by the ids of the saboteurs. */
export type Results = z.infer<typeof Results>;

const file = 'lab/saboteurs/results.json';

/** Reads the verdicts that are recorded in a folder with a specification; none where there is no file. */
export function readResults(folder = '.'): Results {
  const path = join(folder, file);
  return existsSync(path) ? Results.parse(JSON.parse(readFileSync(path, 'utf8'))) : {};
}

/** Records the verdict on one saboteur at once, so that a run that is interrupted loses none. */
export function record(id: string, verdict: Omit<Result, 'first' | 'late'>): void {
  const results = readResults();
  const { first = verdict.now, late } = results[id] ?? {};
  results[id] = { ...verdict, first, ...(late && { late }) };
  writeFileSync(file, formatted(results));
}

function formatted(results: Results): string {
  const sorted = Object.entries(results).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const lines = sorted.map(([id, result]) => `${JSON.stringify(id)}: ${JSON.stringify(result)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}
