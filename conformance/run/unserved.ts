/** Operations that serve no valid call: one cause, whatever the number of rules that it makes fail. */

import { isShown, isStateRefusal } from '../calls/responses.ts';
import { notTestable } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import type { Operation, Rule, RuleKind } from '../contract/contract.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import { isInterruption, UnexpectedResponse } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { servedBy } from '../requests/observed.ts';
import { operationsBehind } from './absent.ts';
import type { CheckResult } from './run-check.ts';

/** Kinds of rules that judge what happens after an operation has served a call. */
const consequent: ReadonlySet<RuleKind> = new Set(['scenario', 'error', 'transition', 'invariant', 'stream']);

/** Statuses of an upstream that fails or is not there, and of a limit: they accuse no gateway. */
const elsewhere = [429, 502, 503, 504];

/** Tells failures of a rule from those that follow because an operation serves no valid call. */
export interface UnservedOperations {
  /** The outcome of a rule, or `not-testable` where an operation that it needs serves nothing. */
  attribute(rule: Rule, outcome: CheckResult): Promise<CheckResult>;
  /** Failures that were attributed to operations whose rule `<operation>.served` then did not fail. */
  mistaken(failed: ReadonlySet<string>): readonly (readonly [Rule, CheckResult])[];
}

/** Creates the attribution of failures for one run. */
export function createUnserved(run: Run): UnservedOperations {
  const responses = new Map<string, Promise<Exchange | undefined>>();
  /** The rule that reports an operation, by its id. */
  const reported = new Map<string, string>();
  const attributed: { readonly to: string; readonly rule: Rule; readonly outcome: CheckResult }[] = [];

  const refusalOf = (operation: Operation) => {
    const known = responses.get(operation.id) ?? refusedExample(run, operation);
    responses.set(operation.id, known);
    return known;
  };

  const attribute = async (rule: Rule, outcome: CheckResult): Promise<CheckResult> => {
    if (outcome.verdict !== 'fail' || !consequent.has(rule.kind) || run.level === 'free') return outcome;
    for (const id of operationsBehind(rule, run.contract)) {
      const refused = await refusalOf(run.operation(id));
      if (!refused) continue;
      const { sent, received } = refused;
      const first = reported.get(id) ?? (run.selected?.has(`${id}.served`) ? `${id}.served` : rule.id);
      reported.set(id, first);
      if (first === rule.id && !elsewhere.includes(received.status)) return outcome;
      if (first === `${id}.served` && !elsewhere.includes(received.status))
        attributed.push({ to: first, rule, outcome });
      const detail = `${sent.method} ${sent.path} returned ${received.status} to a valid call, on which this rule depends.`;
      return notTestable('unserved', detail);
    }
    return outcome;
  };
  return {
    attribute,
    mistaken: (failed) =>
      attributed.filter(({ to }) => !failed.has(to)).map(({ rule, outcome }) => [rule, outcome] as const),
  };
}

/** The refusal of the example of an operation; `undefined` where it was served, or where that is not seen. */
async function refusedExample(run: Run, operation: Operation): Promise<Exchange | undefined> {
  const call = sampleOf(operation);
  if (!canBeCalled(run, call)) return undefined;
  try {
    const exchange = await run.pay(call);
    const { received } = exchange;
    if (received.status < 300) return servedBy(run, operation).length > 0 ? undefined : exchange;
    return isStateRefusal(run.contract, operation, received) ? undefined : exchange;
  } catch (error) {
    // Refused before its payment.
    if (error instanceof UnexpectedResponse) return error.exchange;
    if (isInterruption(error)) return undefined;
    throw error;
  }
}

/** True for a call that needs no resource of an earlier one, and that has not been served before. */
function canBeCalled(run: Run, { operation }: Invocation): boolean {
  const { auth, closed, machine, payers } = operation;
  if (
    run.level !== 'controlled' ||
    closed !== undefined ||
    (machine?.role ?? 'create') !== 'create' ||
    !isShown(operation)
  )
    return false;
  if (payers !== undefined || !(auth === 'payment' || auth === 'key')) return false;
  return servedBy(run, operation).length === 0;
}
