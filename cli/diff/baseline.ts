import { existsSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { z } from 'zod';
import { UsageError } from '../failure.ts';
import { type Baseline, nameOf } from './accepted.ts';

const Accepted = z.union([
  z.array(z.string().regex(/^\S+ \S+$/)),
  z
    .object({ diff: z.literal(1), changes: z.array(z.object({ kind: z.string(), subject: z.string() })) })
    .transform(({ changes }) => changes.map(nameOf)),
]);

/** Reads a baseline: a YAML list of `<kind> <subject>`, or an earlier report in JSON. */
export function readBaseline(file: string): Baseline {
  if (!existsSync(file)) throw new UsageError(`There is no baseline "${file}".`);
  const parsed = Accepted.safeParse(load(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `${file} is no baseline: expected a list of "<kind> <subject>", or a report of "tollwright diff --format json".`,
  );
}
