import { allChallengesOf } from '../../calls/unpaid.ts';
import { oncePerRun } from '../../check/once-per-run.ts';
import type { Run } from '../../check/run.ts';
import type { Operation } from '../../contract/operation.ts';
import { NotTestable } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { isPreparedApart, type PaidPreparedCall, preparedExample } from '../../scenario/prepared-calls.ts';
import { settledCalls } from './settled-calls.ts';

/** A paid operation that serves a certain call. */
export interface ServableOperation {
  readonly operation: Operation;
  /** True where a scenario has to make the call possible: it may then read resources that the service has created. */
  readonly placed: boolean;
  /** True where it cannot be called beside others: what makes it possible reaches beyond its area or may move the clock. */
  readonly alone: boolean;
  /** Makes the call possible once more, for a wallet whose ledger is known. */
  readonly place: () => Promise<PaidPreparedCall>;
}

/** Every paid operation of which a call is served: its example, or the one that a scenario makes possible. */
export const servableOperations = oncePerRun(async (run): Promise<readonly ServableOperation[]> => {
  const served = new Map((await settledCalls(run)).map((call) => [call.operation.id, call]));
  return (await allChallengesOf(run)).flatMap(({ operation }) => {
    const call = served.get(operation.id);
    if (!call) return [];
    const { placed } = call;
    const alone = placed && !isPreparedApart(run.contract, operation);
    return [{ operation, placed, alone, place: () => placeOf(run, operation, placed) }];
  });
});

async function placeOf(run: Run, operation: Operation, needsScenario: boolean): Promise<PaidPreparedCall> {
  const placed = needsScenario ? await preparedExample(run, operation) : undefined;
  if (needsScenario && !placed) throw new NotTestable(`No scenario makes a call of ${operation.id} possible.`);
  return placed ?? { invocation: sampleOf(operation), payer: await run.freshPayer() };
}
