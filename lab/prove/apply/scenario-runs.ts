/** Follows the runs of a scenario as calls come in, and breaks one of its expectations by changed results. */

import type { Scenario, Step } from '#conformance/contract/contract.ts';
import { readsName } from '#conformance/oracle/reads.ts';
import { stepsNeeded } from '#conformance/scenario/needed.ts';
import { holds, type Side } from './contracts.ts';

/** An expectation of a scenario. */
export type Expectation = Scenario['expects'][number];

/** A kind of result: the steps that have it, how formulas read it, and the wrong results to try. */
export interface Result<T> {
  readonly isOf: (step: Step) => boolean;
  readonly read: (result: T) => unknown;
  readonly others: (result: T, earlier: readonly unknown[]) => Iterable<T>;
}

/** One run of a scenario up to its latest call; runs may overlap. */
interface Run {
  readonly results: Readonly<Record<string, unknown>>;
  /** Index of the step that comes next. */
  readonly next: number;
}

/** A run, and the index of the step that a result belongs to; negative for none. */
interface Waiting {
  readonly run: Run;
  readonly index: number;
}

/** An expectation that does not apply is met; a later result may make it apply. */
type Outcome = 'met' | 'unmet' | 'perhaps-unmet' | 'valueless';

const unmet: readonly Outcome[] = ['unmet', 'perhaps-unmet'];

/** An unmet expectation is better than one without a value. */
const fromWorst: readonly Outcome[] = [...unmet, 'valueless'];

const begun: Run = { results: {}, next: 0 };

/** Runs that are kept while a first step is repeated. */
const maxWaitingRuns = 16;

/** Runs completed by one result that are tried, latest first: some are of calls outside the scenario. */
const maxTriedRuns = 4;

/** The runs of a scenario, up to the last result that its expectation reads. */
export class ScenarioRuns {
  readonly #right: Side;
  readonly #expected: Expectation;
  readonly #steps: readonly Step[];
  #runs: readonly Run[] = [];

  constructor(right: Side, scenario: Scenario, expected: Expectation) {
    this.#right = right;
    this.#expected = expected;
    // A result that only a condition reads stays right.
    const end = scenario.steps.findLastIndex(
      ({ as: name }) => name !== undefined && readsName(expected.must.tree, name),
    );
    const read = { ...scenario, steps: scenario.steps.slice(0, end + 1) };
    this.#steps = stepsNeeded(read, (id) => id === expected.id).filter(
      ({ call, ledger }) => call !== undefined || ledger === true,
    );
  }

  /** Gives a result to the waiting runs, changed if that breaks the expectation of one of them. */
  deliver<T>(result: T, kind: Result<T>): T {
    const [first] = this.#steps;
    const starts = first && kind.isOf(first) && this.#runs.filter(({ next }) => next === 0).length < maxWaitingRuns;
    const waiting = this.#runs.map((run) => ({ run, index: this.#nextOf(run, kind) }));
    const all = [...waiting, ...(starts ? [{ run: begun, index: 0 }] : [])];
    const delivered = this.#broken(result, kind, all) ?? result;
    this.#runs = all.map((each) => (each.index < 0 ? each.run : this.#continued(each, kind.read(delivered))));
    return delivered;
  }

  #broken<T>(result: T, { read, others }: Result<T>, all: readonly Waiting[]): T | undefined {
    const after = (each: Waiting, value: T) => this.#outcome(this.#continued(each, read(value)));
    const [ending, wanted] = this.#endingOf(all, (each) => unmet.includes(after(each, result)));
    const found = new Map<Outcome, T>();
    for (const each of ending)
      for (const other of others(result, Object.values(each.run.results))) {
        const outcome = after(each, other);
        if (outcome === 'unmet') return other;
        if (!found.has(outcome)) found.set(outcome, other);
      }
    const best = wanted.find((outcome) => found.has(outcome));
    return best && found.get(best);
  }

  /**
   * The runs that a result may break: the latest that it completes, the latest in its last step by that result alone, or
   * the first whose expectation it decides before the last step.
   */
  #endingOf(
    all: readonly Waiting[],
    isUnmet: (each: Waiting) => boolean,
  ): readonly [readonly Waiting[], readonly Outcome[]] {
    const last = this.#steps.length - 1;
    const { times = 1, as: name = '' } = this.#steps[last] ?? {};
    const inLast = all.filter(({ index }) => index === last).toReversed();
    const completed = inLast
      .filter(({ run }) => [run.results[name] ?? []].flat().length + 1 >= times)
      .slice(0, maxTriedRuns);
    const alone = inLast.slice(0, 1).map(({ run: { results, next }, index }) => {
      const { [name]: _, ...earlier } = results;
      return { run: { results: earlier, next }, index };
    });
    const ending = [...completed, ...alone].filter((each) => !isUnmet(each));
    if (ending.length > 0) return [ending, fromWorst];
    const decided = all.find(
      (each) =>
        each.index !== last &&
        this.#steps[each.index]?.times !== undefined &&
        unmet.includes(this.#outcome(each.run)) &&
        !isUnmet(each),
    );
    return [decided ? [decided] : [], unmet];
  }

  /** Index of the step of a result. A repeated call, or a read of another ledger, may come again before the next step. */
  #nextOf<T>({ next }: Run, { isOf }: Result<T>): number {
    const steps = this.#steps;
    const first = steps[next - 1]?.ledger ? next - 1 : next;
    const furthest = steps[next]?.ledger || steps[next]?.times !== undefined ? next + 1 : next;
    return steps.findIndex((step, index) => index >= first && index <= furthest && isOf(step));
  }

  #continued({ run: { results }, index }: Waiting, value: unknown): Run {
    const { as: name, times } = this.#steps[index] ?? {};
    if (times === undefined)
      return { results: name === undefined ? results : { ...results, [name]: value }, next: index + 1 };
    const values = [...[results[name ?? ''] ?? []].flat(), value];
    return { results: { ...results, [name ?? '']: values }, next: values.length < times ? index : index + 1 };
  }

  /** Judges the expectation by the responses so far. */
  #outcome({ results }: Run): Outcome {
    const { when, must } = this.#expected;
    const { evaluator } = this.#right;
    const repeated = this.#steps.filter(({ times }) => times !== undefined);
    const read = { ...Object.fromEntries(repeated.map(({ as: name = '' }) => [name, []])), ...results };
    const applies = when ? holds(evaluator, when, read) : true;
    if (applies === false) return 'met';
    const met = holds(evaluator, must, read);
    if (met !== false) return met ? 'met' : 'valueless';
    return applies ? 'unmet' : 'perhaps-unmet';
  }
}
