import type { Change, Equivalence, Level, Reader } from '#generators/compare/change.ts';
import { compare } from '#generators/compare/compare.ts';
import type { Side } from '#generators/compare/side.ts';
import { type Baseline, isAccepted, staleEntries } from './accepted.ts';

/** Whom changes are reported to, in the order of reports. */
export const readers = ['callers', 'operators', 'suite'] as const satisfies readonly Reader[];

/** The strictest level first. */
export const levels = ['breaking', 'risky', 'compatible'] as const satisfies readonly Level[];

/** A change as reports have it. */
export interface ReportedChange extends Change {
  /** Its witness as a line for the shell; `$URL` is the address of either deployment. */
  readonly curl?: string;
  /** The status with which the newer release refuses its request, where it has no such operation. */
  readonly refusal?: 404 | 405;
  /** A run that names the rule it takes away: the older release makes it, the newer one refuses it (exit code 2). */
  readonly run?: string;
}

/** Report of `tollwright diff --format json`. */
export interface DiffReport {
  readonly diff: 1;
  readonly before: string;
  readonly after: string;
  readonly summary: Readonly<Record<Reader, Readonly<Record<Level, number>>>>;
  /** The strictest for the chosen readers first. */
  readonly changes: readonly ReportedChange[];
  /** Changes that the baseline accepts. */
  readonly accepted: readonly ReportedChange[];
  /** Entries of the baseline that no change is of any more. */
  readonly stale: readonly string[];
  readonly equivalences: readonly Equivalence[];
}

/** Compares two sides, checks every witness with both, and sorts what is left for some readers. */
export async function reportOf(
  before: Side,
  after: Side,
  chosen: readonly Reader[],
  baseline: Baseline,
): Promise<DiffReport> {
  const { changes, equivalences } = compare(before, after);
  const checked = await withProofs(changes, before, after);
  const all = checked.toSorted((a, b) => rank(a, chosen) - rank(b, chosen) || (a.subject < b.subject ? -1 : 1));
  const accepted = all.filter((change) => isAccepted(change, baseline));
  const open = all.filter((change) => !accepted.includes(change));
  return {
    diff: 1,
    before: before.name,
    after: after.name,
    summary: Object.fromEntries(readers.map((reader) => [reader, counts(open, reader)])) as DiffReport['summary'],
    changes: open,
    accepted,
    stale: staleEntries(all, baseline),
    equivalences,
  };
}

/** The changes with those proofs that hold, each as a line for the shell. */
async function withProofs(changes: readonly Change[], before: Side, after: Side): Promise<readonly ReportedChange[]> {
  // The validators and calculators are loaded only where there is something to check.
  if (changes.every(({ witness, lostRule }) => witness === undefined && lostRule === undefined)) return changes;
  const [{ verified }, { curlFor, refusalOf, runFor }] = await Promise.all([
    import('./verify.ts'),
    import('./curl.ts'),
  ]);
  return changes
    .map((change) => verified(change, before, after))
    .map((change) => ({
      ...change,
      ...curlFor(change, before, after),
      ...refusalOf(change, before, after),
      ...runFor(change, after),
    }));
}

/** The strictest level of a change for some readers. */
export function worst({ levels: own }: Pick<Change, 'levels'>, chosen: readonly Reader[]): Level {
  return levels.find((level) => chosen.some((reader) => own[reader] === level)) ?? 'compatible';
}

function rank(change: Change, chosen: readonly Reader[]): number {
  return levels.indexOf(worst(change, chosen));
}

function counts(changes: readonly Change[], reader: Reader): Record<Level, number> {
  const of = (level: Level) => changes.filter((change) => change.levels[reader] === level).length;
  return { breaking: of('breaking'), risky: of('risky'), compatible: of('compatible') };
}
