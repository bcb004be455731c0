/** Judges gateways with a saboteur by the suite. */

import type { Level } from '#conformance/check/run.ts';
import type { RuleResult } from '#conformance/report/report.ts';
import { accuses } from '../strangers/judge.ts';
import { sendProbe } from './probe.ts';
import type { Shown } from './proxy.ts';
import type { Verdict } from './results.ts';
import { roundsOf, rulesNear } from './routes.ts';
import type { Saboteur } from './saboteur.ts';
import type { Stage } from './stage.ts';

/** The verdict on one saboteur. */
export interface Judgement {
  readonly verdict: Verdict;
  /** Rules that fail because of it, those of its statement first. */
  readonly by: readonly string[];
  /** True if one of them names the statement. */
  readonly names: boolean;
  /** True where only the probe of its author shows it: the suite never sends such a request. */
  readonly unsent: boolean;
  /** Messages that it changed. */
  readonly shown: readonly Shown[];
  readonly seconds: number;
}

/** Rules that are reported at most. */
const maxReported = 5;

/** Judges saboteurs on one stage. It remembers which rules the healthy gateway keeps. */
export function createJudge(stage: Stage, level: Level): (saboteur: Saboteur, sentence: string) => Promise<Judgement> {
  const kept = new Map<string, boolean>();

  /** The results that accuse the saboteur: the same rules pass without it. */
  async function caused(results: readonly RuleResult[]): Promise<readonly RuleResult[]> {
    const accused = results.filter((result) => accuses(result));
    const unknown = accused.map(({ rule }) => rule).filter((rule) => !kept.has(rule));
    if (unknown.length > 0) {
      stage.use();
      const healthy = await stage.judge({ level, only: unknown });
      for (const result of healthy.results) kept.set(result.rule, !accuses(result));
    }
    return accused.filter(({ rule }) => kept.get(rule));
  }

  /** Judges rules with the saboteur at work, until the first one fails. */
  async function attempt(saboteur: Saboteur, only: readonly string[]) {
    const shown = stage.use(saboteur);
    const stop = new AbortController();
    const { results } = await stage.judge({
      ...{ level, only, stop: stop.signal },
      progress: ({ result }) => {
        if (result && accuses(result) && kept.get(result.rule) !== false) stop.abort();
      },
    });
    return { shown, found: await caused(results) };
  }

  return async (saboteur, sentence) => {
    const started = performance.now();
    const all: Shown[] = [];
    let found: readonly RuleResult[] = [];
    for (const only of roundsOf(stage.contract, saboteur, sentence)) {
      const round = await attempt(saboteur, only);
      all.push(...round.shown);
      found = round.found;
      if (found.length > 0) break;
    }
    const unsent = found.length === 0 && all.length === 0 && (await isShownByProbe(stage, saboteur));
    const own = found.filter(({ statements }) => statements.includes(saboteur.statement));
    const by = [...new Set([...own, ...found].map(({ rule }) => rule))].slice(0, maxReported);
    const missed: Verdict = all.length > 0 || unsent ? 'missed' : 'not-shown';
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    return { verdict: by.length > 0 ? 'found' : missed, by, names: own.length > 0, unsent, shown: all, seconds };
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
