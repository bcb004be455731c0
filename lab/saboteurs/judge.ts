/** Judges gateways with a saboteur by the suite. */

import type { Level } from '#conformance/check/run.ts';
import type { Contract } from '#conformance/contract/contract.ts';
import type { Report, RuleResult } from '#conformance/report/report.ts';
import { accuses } from '../strangers/judge.ts';
import { sendProbe } from './probe.ts';
import type { Shown } from './proxy.ts';
import type { Verdict } from './results.ts';
import { operationsNear, ownRounds, reachingRules, rulesNear } from './routes.ts';
import type { Saboteur } from './saboteur.ts';
import type { Stage } from './stage.ts';

/** The verdict on one saboteur. */
export interface Judgement {
  readonly saboteur: Saboteur;
  readonly verdict: Verdict;
  /** Rules that fail because of it, those of its statement first. */
  readonly by: readonly string[];
  /** True if one of them names the statement. */
  readonly names: boolean;
  /** True where only the probe of its author shows it: the suite never sends such a request. */
  readonly unsent: boolean;
  /** Messages that it changed. */
  readonly shown: number;
}

/** How saboteurs are judged. */
export interface Judging {
  readonly level: Level;
  /** The text of the statement that a saboteur breaks. */
  readonly sentence: (saboteur: Saboteur) => string;
}

/** Rules that are reported at most. */
const maxReported = 5;

/**
 * Judges saboteurs on one stage, and yields each verdict as soon as it is known.
 *
 * First, the rules of its statement judge each saboteur alone. Then all other rules, which take long, judge the rest in
 * groups that change nothing in common. Next, the rules that failed for a group judge each saboteur of it alone. A rule
 * may need responses that only other rules ask for, so those that stay unfound are judged together once more.
 */
export async function* judgeAll(
  stage: Stage,
  saboteurs: readonly Saboteur[],
  { level, sentence }: Judging,
): AsyncGenerator<Judgement> {
  const tries = createTries(stage, level);
  const changed = new Map<string, number>();
  const left: Saboteur[] = [];

  const judgementOf = async (saboteur: Saboteur, found: readonly RuleResult[]): Promise<Judgement> => {
    const shown = changed.get(saboteur.id) ?? 0;
    const unsent = found.length === 0 && shown === 0 && (await isShownByProbe(stage, saboteur));
    const own = found.filter(({ statements }) => statements.includes(saboteur.statement));
    const by = [...new Set([...own, ...found].map(({ rule }) => rule))].slice(0, maxReported);
    const missed = shown > 0 || unsent ? 'missed' : 'not-shown';
    return { saboteur, verdict: by.length > 0 ? 'found' : missed, by, names: own.length > 0, unsent, shown };
  };
  const count = (shown: readonly Shown[]) => {
    for (const { by } of shown) changed.set(by, (changed.get(by) ?? 0) + 1);
  };

  for (const saboteur of saboteurs) {
    let found: readonly RuleResult[] = [];
    for (const only of ownRounds(stage.contract, saboteur)) {
      if (found.length > 0) break;
      found = await tries.alone(saboteur, only, count);
    }
    if (found.length > 0) yield await judgementOf(saboteur, found);
    else left.push(saboteur);
  }
  const groups = [...groupsOf(stage.contract, left)];
  for (let group = groups.shift(); group; group = groups.shift()) {
    const only = [...new Set(group.flatMap((each) => reachingRules(stage.contract, each, sentence(each))))];
    const { suspects, failed } = await tries.together(group, only, count);
    if (suspects.length === 0 || group.length === 1) {
      for (const saboteur of group) yield await judgementOf(saboteur, failed);
      continue;
    }
    const unfound: Saboteur[] = [];
    for (const saboteur of group) {
      const found = await tries.alone(saboteur, suspects, count);
      if (found.length > 0) yield await judgementOf(saboteur, found);
      else unfound.push(saboteur);
    }
    const half = unfound.length === group.length ? Math.ceil(unfound.length / 2) : unfound.length;
    groups.unshift(...[unfound.slice(0, half), unfound.slice(half)].filter(({ length }) => length > 0));
  }
}

/** Saboteurs of a group at most. */
const maxTogether = 16;

/** A part of the messages of an operation, as a JSON pointer; the empty one is all of them. */
interface Place {
  readonly operation: string;
  readonly at: string;
}

/** Puts saboteurs into groups; no two of a group change the same place. */
export function groupsOf(contract: Contract, saboteurs: readonly Saboteur[]): readonly (readonly Saboteur[])[] {
  const groups: { readonly members: Saboteur[]; readonly places: Place[] }[] = [];
  for (const saboteur of saboteurs) {
    const own = placesOf(contract, saboteur);
    const free = groups.find(
      ({ members, places }) =>
        members.length < maxTogether && !own.some((each) => places.some((other) => overlaps(each, other))),
    );
    const group = free ?? { members: [], places: [] };
    if (!free) groups.push(group);
    group.members.push(saboteur);
    group.places.push(...own);
  }
  return groups.map(({ members }) => members);
}

/** The places that a saboteur changes. With another status, another response or another price nothing stays as it is. */
function placesOf(contract: Contract, saboteur: Saboteur): readonly Place[] {
  const { request = [], response = [], answer, price } = saboteur;
  const pointers = [...request.map(({ at }) => `/request${at}`), ...response.map(({ at }) => `/response${at}`)];
  const isWhole = answer !== undefined || price !== undefined || pointers.includes('/response/status');
  const changed = isWhole || pointers.length === 0 ? [''] : pointers;
  return [...operationsNear(contract, saboteur)].flatMap((operation) => changed.map((at) => ({ operation, at })));
}

function overlaps(one: Place, other: Place): boolean {
  return one.operation === other.operation && (one.at.startsWith(other.at) || other.at.startsWith(one.at));
}

/** Runs of the suite with saboteurs at work; they remember which rules the healthy gateway keeps. */
function createTries(stage: Stage, level: Level) {
  const kept = new Map<string, boolean>();

  /** The results that accuse saboteurs: the same rules pass without them. */
  async function caused({ results }: Report): Promise<readonly RuleResult[]> {
    const accused = results.filter((result) => accuses(result));
    const unknown = accused.map(({ rule }) => rule).filter((rule) => !kept.has(rule));
    if (unknown.length > 0) {
      stage.use();
      const healthy = await stage.judge({ level, only: unknown });
      for (const result of healthy.results) kept.set(result.rule, !accuses(result));
    }
    return accused.filter(({ rule }) => kept.get(rule));
  }

  return {
    /** The results that accuse one saboteur, by rules until the first one fails. */
    async alone(saboteur: Saboteur, only: readonly string[], count: (shown: readonly Shown[]) => void) {
      const shown = stage.use(saboteur);
      const stop = new AbortController();
      const report = await stage.judge({
        ...{ level, only, stop: stop.signal },
        progress: ({ result }) => {
          if (result && accuses(result) && kept.get(result.rule) !== false) stop.abort();
        },
      });
      count(shown);
      return caused(report);
    },
    /** The rules that several saboteurs break, and those that may accuse one of them: all where the run ended early. */
    async together(group: readonly Saboteur[], only: readonly string[], count: (shown: readonly Shown[]) => void) {
      const shown = stage.use(...group);
      const report = await stage.judge({ level, only });
      count(shown);
      const failed = await caused(report);
      return { failed, suspects: report.partial === undefined ? failed.map(({ rule }) => rule) : only };
    },
  };
}

/** Messages that a saboteur changes: those of its probe, else those of the suite. Tells no verdict. */
export async function show(stage: Stage, saboteur: Saboteur, sentence: string): Promise<readonly Shown[]> {
  const shown = stage.use(saboteur);
  if (saboteur.probe) await sendProbe(stage, saboteur.probe);
  else await stage.judge({ only: rulesNear(stage.contract, saboteur, sentence) });
  return shown;
}

async function isShownByProbe(stage: Stage, saboteur: Saboteur): Promise<boolean> {
  if (!saboteur.probe) return false;
  const shown = stage.use(saboteur);
  await sendProbe(stage, saboteur.probe);
  return shown.length > 0;
}
