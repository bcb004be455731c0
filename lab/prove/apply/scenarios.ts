/** Scenarios whose expectations fail: the last result that an expectation reads is changed. */

import { toTransfer } from '@tollwright/runtime/control/calls';
import type { Answer } from '@tollwright/runtime/http/request';
import type { Scenario, Step } from '#conformance/contract/contract.ts';
import { searchableText } from '#conformance/http/searchable-text.ts';
import { readsName } from '#conformance/oracle/reads.ts';
import { stepsNeeded } from '#conformance/scenario/needed.ts';
import type { Parts } from '#gateway/start.ts';
import { type Application, holds, type Side } from './contracts.ts';
import { otherAnswers, otherLedgers } from './other-results.ts';
import { alterResponses, jsonOf, type ResponseContext } from './response.ts';

/** Breaks each expectation that the wrong contract lacks. */
export const applyScenarios: Application = (given, { right, wrong }) =>
  right.contract.scenarios.reduce((parts, scenario) => {
    const kept = wrong.contract.scenarios.find(({ id }) => id === scenario.id)?.expects ?? [];
    const gone = scenario.expects.filter((each) => !kept.includes(each));
    return gone.reduce((altered, expected) => breakExpectation(altered, right, scenario, expected), parts);
  }, given);

type Expectation = Scenario['expects'][number];

/** One run of a scenario, as far as its calls have come in; another may begin before it ends. */
interface Run {
  readonly results: Readonly<Record<string, unknown>>;
  /** Index of the step that comes next. */
  readonly next: number;
}

/** A kind of result: which steps have it, how formulas read it, and what could be in its place. */
interface Result<T> {
  readonly isOf: (step: Step) => boolean;
  readonly read: (result: T) => unknown;
  readonly others: (result: T, earlier: readonly unknown[]) => Iterable<T>;
}

function breakExpectation(given: Parts, right: Side, scenario: Scenario, expected: Expectation): Parts {
  const { must } = expected;
  // A result that only a condition reads comes out as it should.
  const end = scenario.steps.findLastIndex(({ as: name }) => name !== undefined && readsName(must.tree, name));
  const steps = stepsNeeded(
    { ...scenario, steps: scenario.steps.slice(0, end + 1) },
    (id) => id === expected.id,
  ).filter(({ call, ledger }) => call !== undefined || ledger === true);
  const begun: Run = { results: {}, next: 0 };
  let runs: readonly Run[] = [];

  /** Gives a result to the runs that wait for it; the latest of those that end with it gets a changed one. */
  function deliver<T>(result: T, { isOf, read, others }: Result<T>): T {
    const waiting = runs.map((run) => ({ run, index: nextOf(run, isOf) }));
    const last = waiting.findLast(({ index }) => index === steps.length - 1);
    runs = [
      ...waiting.map(({ run, index }) => (index < 0 ? run : continued(run, index, read(result)))),
      ...(steps[0] && isOf(steps[0]) ? [continued(begun, 0, read(result))] : []),
    ];
    const ended = last?.run ?? (steps.length === 1 && steps[0] && isOf(steps[0]) ? begun : undefined);
    if (!ended) return result;
    const earlier = Object.values(ended.results);
    // Better an expectation that is not met than one that reads what is not there.
    for (const met of [false, undefined])
      for (const other of others(result, earlier)) if (outcome(ended, read(other)) === met) return other;
    return result;
  }

  /** Of a call that is repeated, or of looks at the ledgers of several wallets, another may come or the next step. */
  function nextOf({ next }: Run, isOf: (step: Step) => boolean): number {
    const first = steps[next - 1]?.ledger ? next - 1 : next;
    const furthest = steps[next]?.ledger || steps[next]?.times !== undefined ? next + 1 : next;
    return steps.findIndex((step, index) => index >= first && index <= furthest && isOf(step));
  }

  function continued({ results }: Run, index: number, value: unknown): Run {
    const { as: name, times } = steps[index] ?? {};
    if (times === undefined)
      return { results: name === undefined ? results : { ...results, [name]: value }, next: index + 1 };
    const values = [...[results[name ?? ''] ?? []].flat(), value];
    return { results: { ...results, [name ?? '']: values }, next: values.length < times ? index : index + 1 };
  }

  /** Whether the expectation is met; true as well where it does not apply. */
  function outcome({ results }: Run, value: unknown): boolean | undefined {
    const { as: name = '', times } = steps.at(-1) ?? {};
    const read = { ...results, [name]: times === undefined ? value : [value] };
    const { when } = expected;
    const { evaluator } = right;
    // What has not come yet may make the condition true.
    return (when && holds(evaluator, when, read) === false) || holds(evaluator, must, read);
  }

  const { ledger } = given.services.store;
  const transfers = ledger.transfers.bind(ledger);
  ledger.transfers = async (payer) =>
    deliver(await transfers(payer), {
      isOf: (step) => step.ledger === true,
      read: (list) => list.map(toTransfer),
      others: (list) => otherLedgers(list, payer),
    });

  const paid = new Set(right.contract.operations.filter(({ auth }) => /payment|wallet/.test(auth)).map(({ id }) => id));
  return alterResponses(given, (answer, context) => {
    const id = context.route?.operation.id ?? '';
    const asks = paid.has(id) && asksForPayment(answer, context);
    return deliver(answer, {
      isOf: ({ call, pay }) => call === id && (pay === 'none' || !asks),
      read: bindingOf,
      others: (own, earlier) => otherAnswers(own, must.tree, earlier),
    });
  });
}

function asksForPayment({ status }: Answer, { call: { headers } }: ResponseContext): boolean {
  return status === 402 && headers['payment-signature'] === undefined && headers['x-payment'] === undefined;
}

/** A response as the formulas of scenarios read it; the events of a stream are not known yet. */
function bindingOf(answer: Answer): Readonly<Record<string, unknown>> {
  const { status, headers, body, parts } = answer;
  const json = jsonOf(answer);
  const lower = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]));
  const text = searchableText({ json, text: String(body ?? '') });
  return { status, headers: lower, body: json ?? null, text, ...(!parts && { events: [] }) };
}
