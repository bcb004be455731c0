import type { Family, Outcome, Run } from '../check/check.ts';
import { NotTestable } from '../check/interruption.ts';
import { oncePerRun, remember } from '../check/once-per-run.ts';
import type { Condition, Formula, Scenario } from '../contract/contract.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { readsName } from '../oracle/reads.ts';
import { stepsNeeded } from '../scenario/needed.ts';
import { limitsOn, type Played, play, type Stand } from '../scenario/play.ts';
import { readingsOf } from '../scenario/readings.ts';

/** Stories over several calls: each is played once a run, and each of its expectations is a rule. */
export const scenarioFamily: Family = {
  kind: 'scenario',
  alone(rule, { contract }) {
    const scenario = contract.scenarios.find(({ id }) => id === rule.subject);
    // The windows of limits are opened for a story by moving the clock.
    return rule.level === 'controlled' || (scenario !== undefined && limitsOn(scenario, contract).length > 0);
  },
  async check(rule, run) {
    const scenario = run.contract.scenarios.find(({ id }) => id === rule.subject);
    const expectation = scenario?.expects.find(({ id }) => id === rule.id || `${scenario.id}.${id}` === rule.id);
    if (!scenario || !expectation) return { verdict: 'error', detail: `There is no story for ${rule.id}.` };
    return judge(expectation, await playedOnce(run, scenario), run);
  },
};

const stages = oncePerRun(async () => new Map<string, Promise<Played>>());

async function playedOnce(run: Run, scenario: Scenario): Promise<Played> {
  const played = await stages(run);
  return played.get(scenario.id) ?? remember(played, scenario.id, () => play(asFarAsSelected(scenario, run), run));
}

/** Where only expectations of one scenario are selected, its steps end where they read the last result. */
function asFarAsSelected(scenario: Scenario, { selected }: Run): Scenario {
  const own = new Set(scenario.expects.map(({ id }) => id));
  if (!selected || [...selected].some((id) => !own.has(id))) return scenario;
  return { ...scenario, steps: stepsNeeded(scenario, (id) => selected.has(id)) };
}

function judge({ when, must, summary }: Condition, played: Played, run: Run): Outcome {
  const { bindings, broken, limited } = played;
  if (when && holds(run, when, played) !== true) throw new NotTestable(`The story did not come to where ${when.text}.`);
  const kept = holds(run, must, played);
  if (kept === true) return { verdict: 'pass' };
  if (limited) throw new NotTestable(`The limit "${limited.id}" was used up in the middle of the story.`);
  if (kept === undefined && broken !== undefined) {
    return { verdict: 'error', detail: `Inconclusive: the story broke off, because ${broken}.` };
  }
  const { last, sequence } = shownBy(when ? [when, must] : [must], played);
  return {
    verdict: 'fail',
    detail: summary,
    expected: must.text,
    actual: readingsOf(must, run.evaluator, bindings),
    sequence,
    ...(last && { exchange: last }),
  };
}

/** The shortest beginning of a story that an expectation can be read off: nothing after the last result that it reads. */
function shownBy(formulas: readonly Formula[], played: Played): Stand {
  const read = [...played.stands].filter(([name]) => formulas.some(({ tree }) => readsName(tree, name)));
  // Results stand in the order of their steps.
  return read.at(-1)?.[1] ?? played;
}

/** Whether a formula is true; `undefined` where it reads something that no answer has. */
function holds(run: Run, formula: Formula, { bindings }: Played): boolean | undefined {
  try {
    return run.evaluator.holds(formula, bindings);
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}
