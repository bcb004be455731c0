import type { Run } from '../check/run.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import { isInterruption } from '../http/interruption.ts';
import { answerCacheOf } from './answer-cache.ts';

/** Statuses of a read that asks for a key. */
const refused = [401, 403];

/**
 * Reads what costs nothing, with the API key of the target where the host asks for one; `undefined` where it cannot be read.
 *
 * Throws an `Error` for a call that has a price, or that is no GET.
 */
export async function freeRead(run: Run, invocation: Invocation): Promise<Exchange | undefined> {
  const { operation } = invocation;
  if (operation.price || operation.method !== 'GET') throw new Error(`${operation.id} is no free read.`);
  const { apiKey } = run.target;
  const keyed = run.contract.host.auth === 'bearer' && apiKey !== undefined;
  const send = (call: Invocation) => answerCacheOf(run).send(call).catch(unread);
  const open = operation.auth === 'key' ? undefined : await send(invocation);
  if (!keyed || (open && !refused.includes(open.received.status))) return open;
  return send({ ...invocation, headers: { ...invocation.headers, authorization: `Bearer ${apiKey}` } });
}

function unread(error: unknown): undefined {
  if (!isInterruption(error)) throw error;
}
