import { isObject } from '@tollwright/runtime/values';
import type { Run } from '../../check/check.ts';
import type { Exchange } from '../../check/exchange.ts';
import { NotTestable } from '../../check/interruption.ts';
import { oncePerRun } from '../../check/once-per-run.ts';
import type { Operation } from '../../contract/contract.ts';
import { fieldsOf } from '../../json/json.ts';
import { isShown } from '../../requests/responses.ts';
import { sampleOf } from '../../requests/sample.ts';

/** What a paid operation answered to its example without payment. */
export interface Unpaid {
  readonly operation: Operation;
  readonly exchange: Exchange;
}

/** A challenge, taken apart. */
export interface Asked extends Unpaid {
  readonly run: Run;
  readonly body: Readonly<Record<string, unknown>>;
  readonly offers: readonly Readonly<Record<string, unknown>>[];
}

/** Asks every paid operation once without payment; those that this target cannot be asked are left out. */
const allAnswers = oncePerRun(async (run): Promise<readonly Unpaid[]> => {
  const answers: Unpaid[] = [];
  const reasons: string[] = [];
  for (const operation of run.contract.operations) {
    if (operation.auth !== 'payment') continue;
    try {
      answers.push({ operation, exchange: await run.send(sampleOf(operation)) });
    } catch (error) {
      if (!(error instanceof NotTestable)) throw error;
      reasons.push(error.message);
    }
  }
  if (answers.length === 0) throw new NotTestable(reasons[0] ?? 'This host has no paid operation.');
  return answers;
});

/** What paid operations answered of which the documents show a right request. */
export async function unpaidAnswers(run: Run): Promise<readonly Unpaid[]> {
  return (await allAnswers(run)).filter(({ operation }) => isShown(operation));
}

/** The challenges of these operations; what answered with anything else is left to the rule that asks for them. */
export async function challengesOf(run: Run): Promise<readonly Asked[]> {
  return asked(run, await unpaidAnswers(run));
}

/** The challenges of all paid operations, also of those that may refuse their examples. */
export async function allChallengesOf(run: Run): Promise<readonly Asked[]> {
  return asked(run, await allAnswers(run));
}

function asked(run: Run, answers: readonly Unpaid[]): readonly Asked[] {
  return answers
    .filter(({ exchange }) => exchange.received.status === 402)
    .map((answer) => {
      const body = fieldsOf(answer.exchange.received.json);
      return { ...answer, run, body, offers: Array.isArray(body.accepts) ? body.accepts.filter(isObject) : [] };
    });
}
