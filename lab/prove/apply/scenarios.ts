/** Scenarios whose expectations fail: the last result that an expectation reads is changed. */

import { toTransfer } from '@tollwright/runtime/control/calls';
import type { Answer } from '@tollwright/runtime/http/request';
import type { Scenario } from '#conformance/contract/contract.ts';
import { searchableText } from '#conformance/http/exchange.ts';
import type { Parts } from '#gateway/start.ts';
import { otherPaymentHeader, signatureHeader } from '#lab/toolkit/payment-headers.ts';
import type { Application, Side } from './contracts.ts';
import { otherAnswers, otherLedgers } from './other-results.ts';
import { alterResponses, jsonOf, type ResponseContext } from './responses.ts';
import { type Expectation, ScenarioRuns } from './scenario-runs.ts';

/** Breaks each expectation that the wrong contract lacks. */
export const applyScenarios: Application = (given, { right, wrong }) =>
  right.contract.scenarios.reduce((parts, scenario) => {
    const kept = wrong.contract.scenarios.find(({ id }) => id === scenario.id)?.expects ?? [];
    const gone = scenario.expects.filter((each) => !kept.includes(each));
    return gone.reduce((altered, expected) => breakExpectation(altered, right, scenario, expected), parts);
  }, given);

function breakExpectation(given: Parts, right: Side, scenario: Scenario, expected: Expectation): Parts {
  const runs = new ScenarioRuns(right, scenario, expected);
  const { ledger } = given.services.store;
  const transfers = ledger.transfers.bind(ledger);
  ledger.transfers = async (payer) =>
    runs.deliver(await transfers(payer), {
      isOf: (step) => step.ledger === true,
      read: (list) => list.map(toTransfer),
      others: (list) => otherLedgers(list, payer),
    });

  const paid = new Set(right.contract.operations.filter(({ auth }) => /payment|wallet/.test(auth)).map(({ id }) => id));
  return alterResponses(given, (answer, context) => {
    const id = context.route?.operation.id ?? '';
    const asks = paid.has(id) && asksForPayment(answer, context);
    return runs.deliver(answer, {
      isOf: ({ call, pay }) => call === id && (pay === 'none' || !asks),
      read: bindingOf,
      others: (own, earlier) => otherAnswers(own, expected.must.tree, earlier),
    });
  });
}

function asksForPayment({ status }: Answer, { call: { headers } }: ResponseContext): boolean {
  return status === 402 && headers[signatureHeader] === undefined && headers[otherPaymentHeader] === undefined;
}

/** A response as the formulas of scenarios read it; the events of a stream are not known yet. */
function bindingOf(answer: Answer): Readonly<Record<string, unknown>> {
  const { status, headers, body, parts } = answer;
  const json = jsonOf(answer);
  const lower = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]));
  const text = searchableText({ json, text: String(body ?? '') });
  return { status, headers: lower, body: json ?? null, text, ...(!parts && { events: [] }) };
}
