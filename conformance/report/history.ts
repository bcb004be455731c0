import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../common/usage-error.ts';
import { type Change, type History, type Report, type RuleResult, reportVerdict } from './report.ts';

const Verdict = z.enum(['pass', 'fail', 'known', 'info', 'not-testable', 'error']);

/** The fields of an earlier report that its history needs. */
const Earlier = z.object({
  report: z.literal(1),
  started: z.string(),
  target: z.object({ host: z.string() }),
  results: z.array(
    z.object({
      rule: z.string(),
      verdict: z.enum(['pass', 'fail', 'not-testable', 'error']),
      tier: z.enum(['must', 'info', 'none']),
      known: z.string().optional(),
    }),
  ),
  history: z
    .object({
      since: z.string(),
      runs: z.number(),
      changes: z.array(z.object({ rule: z.string(), from: Verdict, to: Verdict, at: z.string() })),
    })
    .optional(),
});

/** An earlier report, as far as later ones are compared with it. */
export type Past = z.infer<typeof Earlier>;

/** Reads earlier reports of a host, oldest first: one file or every file of a folder. Throws `UsageError` when there is none. */
export async function readPast(path: string, host: string): Promise<readonly Past[]> {
  const past = (await Promise.all((await filesOf(path)).map(pastOf))).flatMap((one) => one ?? []);
  const own = past.filter(({ target }) => target.host === host);
  if (own.length === 0)
    throw new UsageError(
      `There is no earlier report of host "${host}" at ${path}. Name a report.json, or a folder of them.`,
    );
  return own.sort((a, b) => (a.started < b.started ? -1 : 1));
}

/** The report of this host that the report folder already contains, if any. */
export async function readOwnPast(folder: string, host: string): Promise<readonly Past[]> {
  const past = await pastOf(join(folder, 'report.json'));
  return past?.target.host === host ? [past] : [];
}

async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return [path];
  const files = await readdir(path, { recursive: true });
  return files.filter((file) => file.endsWith('.json')).map((file) => join(path, file));
}

async function pastOf(path: string): Promise<Past | undefined> {
  try {
    return Earlier.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** The verdicts that changed from each run to the next, up to the current one. */
export function historyOf(past: readonly Past[], now: Pick<Report, 'started' | 'results'>): History | undefined {
  const [first] = past;
  if (!first) return undefined;
  const runs = [...past, now];
  const changes = runs.flatMap((run, index) => {
    const before = runs[index - 1];
    return before ? changesOf(before, run) : (first.history?.changes ?? []);
  });
  return { since: first.history?.since ?? first.started, runs: runs.length + (first.history?.runs ?? 1) - 1, changes };
}

type Verdicts = { readonly started: string; readonly results: readonly RuleVerdict[] };
type RuleVerdict = Pick<RuleResult, 'rule' | 'verdict' | 'tier'> & { readonly known?: string | undefined };

function changesOf(before: Verdicts, after: Verdicts): Change[] {
  const earlier = new Map(before.results.map((result) => [result.rule, reportVerdict(result)]));
  return after.results.flatMap((result) => {
    const from = earlier.get(result.rule);
    const to = reportVerdict(result);
    return from === undefined || from === to ? [] : [{ rule: result.rule, from, to, at: after.started }];
  });
}
