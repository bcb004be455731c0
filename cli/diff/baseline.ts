import { existsSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { z } from 'zod';
import type { Change } from '#generators/compare/change.ts';
import { UsageError } from '../failure.ts';

/** Changes that are accepted, as `<kind> <subject>`. */
export type Baseline = readonly string[];

const Accepted = z.union([
  z.array(z.string().regex(/^\S+ \S+$/)),
  z
    .object({ diff: z.literal(1), changes: z.array(z.object({ kind: z.string(), subject: z.string() })) })
    .transform(({ changes }) => changes.map(nameOf)),
]);

/** Reads a baseline: a YAML list of `<kind> <subject>`, or an earlier report in JSON. */
export function readBaseline(file: string | undefined): Baseline {
  if (file === undefined) return [];
  if (!existsSync(file)) throw new UsageError(`There is no baseline "${file}".`);
  const parsed = Accepted.safeParse(load(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `${file} is no baseline: expected a list of "<kind> <subject>", or a report of "tollwright diff --format json".`,
  );
}

/** Tells whether a baseline accepts a change. */
export function isAccepted(change: Change, baseline: Baseline): boolean {
  return baseline.includes(nameOf(change));
}

/** Entries of a baseline that none of the changes is of. */
export function staleEntries(changes: readonly Change[], baseline: Baseline): string[] {
  const names = new Set(changes.map(nameOf));
  return baseline.filter((entry) => !names.has(entry));
}

function nameOf({ kind, subject }: Pick<Change, 'kind' | 'subject'>): string {
  return `${kind} ${subject}`;
}
