/** Verdicts that follow without running a check, or that a failed prerequisite changes. */

import { notTestable } from '../check/outcome.ts';
import { isWithin, type Run } from '../check/run.ts';
import type { Rule, RuleKind } from '../contract/contract.ts';
import type { PositiveControl } from './positive-control.ts';
import type { CheckResult } from './run-check.ts';

/** Kinds of rules that are read off responses, with the verdicts that later responses may change. */
const readAgain: Readonly<Partial<Record<RuleKind, readonly CheckResult['verdict'][]>>> = {
  response: ['pass', 'not-testable'],
  ensures: ['pass', 'not-testable'],
  error: ['not-testable'],
  price: ['pass'],
};

/** Whether later responses may change the verdict of a rule. */
export function mayChange({ kind }: Rule, { verdict }: Pick<CheckResult, 'verdict'>): boolean {
  return readAgain[kind]?.includes(verdict) ?? false;
}

/** The verdict of a rule that cannot be judged on this target; `undefined` where it can. */
export function withoutCheck(rule: Rule, run: Run, untestable: ReadonlyMap<string, string>): CheckResult | undefined {
  const reason = untestable.get(rule.id);
  if (reason !== undefined) return notTestable('open', reason);
  if (rule.tier === 'none') return notTestable('open', 'The documents leave it open.');
  if (rule.unobservable) return notTestable(rule.reason ?? 'open', rule.unobservable);
  if (isWithin(rule.level, run.level)) return undefined;
  const need =
    rule.level === 'controlled' ? 'the control API' : run.contract.host.auth === 'bearer' ? 'an API key' : 'a wallet';
  return notTestable('means', `It needs ${need} (level ${rule.level}).`);
}

/** The verdict of a rule that needs a payment where none is served; `undefined` where the rule can be judged. */
export function withoutPayment(
  rule: Rule,
  run: Run,
  control: PositiveControl,
  funded: boolean,
): CheckResult | undefined {
  if (rule.level === 'free' || !needsPayment(rule, run)) return undefined;
  if (control.alike) return notTestable('unserved', control.alike);
  // A target may refuse a wallet that may be empty; it must not refuse a wallet that is known to be funded.
  if (control.challenge) return notTestable('unserved', control.challenge);
  if (!control.paid || (funded && isControl(rule))) return undefined;
  return notTestable('unserved', control.paid);
}

/** True for the rules that say that a valid payment is accepted: they report why the others cannot be tested. */
function isControl({ id }: Rule): boolean {
  return id.startsWith('payment.accepted.');
}

/** True for rules that only a paid call shows; a job is polled for free, but was paid for before. The free quota shows without a challenge. */
function needsPayment(rule: Rule, run: Run): boolean {
  if (rule.id === 'payment.free-calls') return false;
  const operation = run.contract.operations.find(({ id }) => id === rule.operation);
  return operation === undefined || operation.auth !== 'none' || operation.machine !== undefined;
}

/**
 * An outcome in the light of the positive control.
 *
 * A refusal means nothing where everything is refused, and no response does where all are alike, so a pass becomes
 * inconclusive. Where the suite cannot pay, that is the reason why nothing was seen.
 */
export function inconclusive(
  rule: Rule,
  outcome: CheckResult,
  run: Run,
  { paid, unpayable, alike }: PositiveControl,
): CheckResult {
  const { verdict } = outcome;
  if (alike && verdict === 'pass') return notTestable('unserved', alike);
  if (rule.level === 'free' || !needsPayment(rule, run)) {
    const unseen = unpayable && verdict === 'not-testable' && readAgain[rule.kind];
    return unseen ? { ...outcome, detail: `${outcome.detail} ${unpayable}` } : outcome;
  }
  if (unpayable && (verdict === 'pass' || verdict === 'not-testable')) {
    return notTestable('means', unpayable);
  }
  return paid && verdict === 'pass' ? notTestable('unserved', paid) : outcome;
}
