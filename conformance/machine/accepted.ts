import { valueAt } from '../common/json.ts';
import type { Contract, Machine, Operation } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';

/** Status of a request that is accepted and not done, whatever the operation describes (RFC 9110, 15.3.3). */
const accepted = 202;

/** The statuses of responses that may accept a job: 202 where the operation describes it, else those of its successes. */
export function acceptingStatuses({ machine, responses }: Pick<Operation, 'machine' | 'responses'>): readonly number[] {
  const described = responses.map(({ http }) => http);
  if (machine?.role !== 'create' || described.includes(accepted)) return [accepted];
  return described.filter((http) => http >= 200 && http < 300);
}

/** True for a response that accepts a job: it has an id, and its state, where it tells one, is not final. */
export function acceptsJob({ machines }: Contract, operation: Operation, { received }: Exchange): boolean {
  const { status, json } = received;
  if (status === accepted) return true;
  const machine = operation.machine && machines[operation.machine.id];
  if (!machine || !acceptingStatuses(operation).includes(status)) return false;
  const { id = '/id', state = '/status' } = machine.reads;
  const named = machine.states[String(valueAt(json, state))];
  return typeof valueAt(json, id) === 'string' && named?.final !== true;
}

/** True for a response whose payment is open until a poll settles it. */
export function leavesPaymentOpen(contract: Contract, operation: Operation, exchange: Exchange): boolean {
  if (exchange.received.status === accepted) return true;
  const machine = operation.machine && contract.machines[operation.machine.id];
  return machine !== undefined && settlesByPoll(machine) && acceptsJob(contract, operation, exchange);
}

/** True for a machine whose jobs are charged when a poll finds them finished; others are charged by their call. */
export function settlesByPoll({ transitions }: Machine): boolean {
  return transitions.some(({ on, effects }) => on === 'poll' && effects.includes('settle-once'));
}
