import { complaints, type JudgeOptions, judge } from './judge.ts';
import type { Variant } from './variant.ts';

/** The false alarms about a group of variants. */
export interface Trial extends JudgeOptions {
  readonly group: readonly Variant[];
  /** Processor time of the judgement. */
  readonly seconds: number;
  /** Rules that the suite saw hold; what it cannot test shows nothing of a variant. */
  readonly held: number;
  readonly alarms: readonly Alarm[];
}

/** A false alarm with the smallest set of variants that causes it. */
export interface Alarm {
  readonly complaint: string;
  readonly culprits: readonly Variant[];
}

/** Judges a group of variants, and finds for each false alarm the variants that cause it. */
export async function tried(
  group: readonly Variant[],
  judged: JudgeOptions,
  /** Called with the complaints about the group before their causes are known. */
  tell: (complaints: readonly string[]) => void = () => {},
): Promise<Trial> {
  const before = process.cpuUsage();
  const report = await judge(group, judged);
  const found = complaints(report);
  const { user, system } = process.cpuUsage(before);

  const seconds = Math.round((user + system) / 1e4) / 100;

  if (found.length > 0) tell(found);
  const alarms: Alarm[] = [];
  for (const complaint of found) {
    alarms.push({ complaint, culprits: await blamed(group, judged, complaint, alarms.at(-1)?.culprits) });
  }
  return { ...judged, group, seconds, held: report.summary.pass, alarms };
}

/** Finds the variants to blame: the whole group, if the failed rule passes when it is judged alone. */
async function blamed(
  group: readonly Variant[],
  judged: JudgeOptions,
  complaint: string,
  suspects: readonly Variant[] = [],
): Promise<readonly Variant[]> {
  const rule = /^(?:fail|error) (\S+):/.exec(complaint)?.[1];
  if (rule === undefined) return group;
  const hasAlarm = async (some: readonly Variant[]) =>
    complaints(await judge(some, { ...judged, only: [rule] })).some((other) => other.includes(` ${rule}:`));
  // What causes one false alarm often causes the next.
  if (suspects.length === 1 && (await hasAlarm(suspects))) return suspects;
  return (await hasAlarm(group)) ? smallest(group, hasAlarm) : group;
}

/**
 * Finds a smallest part of a list for which `holds` is true: it is false without any one of the items.
 *
 * It leaves out smaller and smaller runs of items, so it needs few trials if few items matter.
 */
export async function smallest<T>(
  items: readonly T[],
  holds: (some: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let kept = items;
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < kept.length;) {
      const others = [...kept.slice(0, start), ...kept.slice(start + size)];
      if (others.length > 0 && (await holds(others))) kept = others;
      else start += size;
    }
  }
  return kept;
}
