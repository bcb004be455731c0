import { checkContext } from '../check/context.ts';
import type { Family } from '../check/family.ts';
import { oncePerRun, remembered } from '../check/once-per-run.ts';
import { type Outcome, notTestable } from '../check/outcome.ts';
import { isWithin, type Run } from '../check/run.ts';
import type { Condition, Formula, Scenario } from '../contract/contract.ts';
import { NotTestable } from '../http/interruption.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { readsName } from '../oracle/reads.ts';
import { stepsNeeded } from '../scenario/needed.ts';
import { readingsOf } from '../scenario/readings.ts';
import { limitsOn, runScenario, type ScenarioResult, type Snapshot } from '../scenario/run-scenario.ts';

/** Scenarios of several calls: each is run once, and each of its expectations is a rule. */
export const scenarioFamily: Family = {
  kind: 'scenario',
  alone({ subject }, { contract, level }) {
    const scenario = contract.scenarios.find(({ id }) => id === subject);
    if (!scenario) return false;
    // Steps of the control API are run for all expectations, and the clock is moved to new windows of limits before.
    const controls = level === 'controlled' && scenario.steps.some(({ call }) => call === undefined);
    return controls || limitsOn(scenario, contract).length > 0;
  },
  area({ subject }, { contract }) {
    const scenario = contract.scenarios.find(({ id }) => id === subject);
    if (!scenario || limitsOn(scenario, contract).length > 0) return undefined;
    // They reach every caller.
    if (scenario.steps.some(({ advance, settlement }) => advance !== undefined || settlement)) return undefined;
    const used = new Set(scenario.steps.flatMap(({ call, upstream }) => call ?? upstream?.operation ?? []));
    const areas = new Set(contract.operations.filter(({ id }) => used.has(id)).map(({ area }) => area));
    return areas.size === 1 ? [...areas][0] : undefined;
  },
  async check(rule, run) {
    const scenario = run.contract.scenarios.find(({ id }) => id === rule.subject);
    const expectation = scenario?.expects.find(({ id }) => id === rule.id || `${scenario.id}.${id}` === rule.id);
    if (!scenario || !expectation) return { verdict: 'error', detail: `There is no scenario for ${rule.id}.` };
    const result = await runOnce(run, scenario);
    if (result.untaken && isUnreached(expectation, scenario, result)) throw result.untaken;
    return judge(expectation, result, run);
  },
};

const results = oncePerRun(async () => new Map<string, Promise<ScenarioResult>>());

/** A scenario that did not pass beside others is run again alone. */
async function runOnce(run: Run, scenario: Scenario): Promise<ScenarioResult> {
  const known = await results(run);
  const key = checkContext.getStore()?.beside ? `${scenario.id} beside others` : scenario.id;
  return remembered(known, key, () => runScenario(asFarAsJudged(scenario, run), run));
}

/**
 * The steps of a scenario up to the last result that an expectation reads which the run judges.
 *
 * A level allows some expectations, and a run may select only some of this scenario.
 */
function asFarAsJudged(scenario: Scenario, { contract, level, selected }: Run): Scenario {
  const own = new Set(scenario.expects.map(({ id }) => id));
  const isOnly = selected !== undefined && [...selected].every((id) => own.has(id));
  const beyond = new Set(contract.rules.filter((rule) => !isWithin(rule.level, level)).map(({ id }) => id));
  const isJudged = (id: string) => !beyond.has(id) && (!isOnly || selected.has(id));
  return { ...scenario, steps: stepsNeeded(scenario, isJudged) };
}

/** True for an expectation that reads the result of a step which the scenario has not reached. */
function isUnreached({ when, must }: Condition, { steps }: Scenario, { bindings }: ScenarioResult): boolean {
  const missing = steps.flatMap(({ as: name }) => (name === undefined || Object.hasOwn(bindings, name) ? [] : name));
  return missing.some((name) => [must, ...(when ? [when] : [])].some(({ tree }) => readsName(tree, name)));
}

function judge({ when, must, summary }: Condition, result: ScenarioResult, run: Run): Outcome {
  const { bindings, stoppedBy, limited } = result;
  if (when && isTrue(run, when, result) !== true)
    throw new NotTestable('unserved', `The scenario did not reach a state where ${when.text}.`);
  const kept = isTrue(run, must, result);
  if (kept === true) return { verdict: 'pass' };
  if (limited) throw new NotTestable('means', `The limit "${limited.id}" was used up during the scenario.`);
  if (kept === undefined && stoppedBy !== undefined) {
    return notTestable('unserved', `The scenario stopped, because ${stoppedBy}.`);
  }
  const { last, sequence } = shownBy(when ? [when, must] : [must], result);
  return {
    verdict: 'fail',
    detail: summary,
    expected: must.text,
    actual: readingsOf(must, run.evaluator, bindings),
    sequence,
    ...(last && { exchange: last }),
  };
}

/** The state of the scenario after the last result that an expectation reads. */
function shownBy(formulas: readonly Formula[], result: ScenarioResult): Snapshot {
  const read = [...result.snapshots].filter(([name]) => formulas.some(({ tree }) => readsName(tree, name)));
  // Results are in the order of their steps.
  return read.at(-1)?.[1] ?? result;
}

/** Whether a formula is true; `undefined` where it reads a value that no response has. */
function isTrue(run: Run, formula: Formula, { bindings }: ScenarioResult): boolean | undefined {
  try {
    return run.evaluator.holds(formula, bindings);
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}
