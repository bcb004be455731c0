import { controlOf } from '../calls/control.ts';
import type { Run } from '../check/run.ts';
import { valueAt } from '../common/json.ts';
import type { Operation } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { acceptsJob, settlesByPoll } from '../machine/accepted.ts';
import { operationsOf, pollOf } from '../machine/job.ts';
import type { Balance } from './balance.ts';

/** The final response of a call. If the call started a job, this is the poll after the job is finished. */
export async function ended(
  run: Run,
  account: Pick<Balance, 'send'>,
  operation: Operation,
  first: Exchange,
): Promise<Exchange> {
  const machine = operation.machine && run.contract.machines[operation.machine.id];
  const id = machine && valueAt(first.received.json, machine.reads.id ?? '/id');
  if (!machine || !settlesByPoll(machine) || typeof id !== 'string') return first;
  if (!acceptsJob(run.contract, operation, first)) return first;
  await controlOf(run).event(machine.id.replaceAll('-', '_'), id, 'finished');
  return account.send(pollOf(operationsOf(run, machine, 'poll'), id, first));
}
