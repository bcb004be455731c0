import type { RefusalReason } from '@tollwright/runtime/operation/host';
import type { RunSettings } from '../check/run.ts';
import { valueAt } from '../common/json.ts';
import type { ReceivedResponse } from '../http/exchange.ts';

/**
 * True for a response by which a target says that it refused a payment for a reason.
 *
 * It is known by the code that the specification states for the reason, or by the text where it states none. A reason
 * whose error answers other reasons as well is not known by its response.
 */
export function isRefusedFor(
  { contract }: Pick<RunSettings, 'contract'>,
  reason: RefusalReason,
  { status, json }: Pick<ReceivedResponse, 'status' | 'json'>,
): boolean {
  const refusals = contract.host.payment?.transport.refusals;
  const own = refusals?.[reason];
  const isShared = Object.values(refusals ?? {}).filter((id) => id === own).length > 1;
  const entry = own === undefined || isShared ? undefined : contract.errors[own];
  if (!entry || status !== entry.http) return false;
  const pointer = ['/code', '/error'].find((each) => constantAt(entry.body, each) !== undefined);
  return pointer !== undefined && valueAt(json, pointer) === constantAt(entry.body, pointer);
}

function constantAt(body: unknown, pointer: string): unknown {
  return valueAt(body, `/properties${pointer}/const`);
}
