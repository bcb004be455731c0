import type { Answer } from '../http/request.ts';
import type { Input, Metered } from '../operation/operation.ts';
import type { Account } from '../store/accounts.ts';
import { serveCharged } from './charged.ts';
import { serveFree } from './free.ts';
import type { PipelineParts } from './parts.ts';
import type { CheckedRequest } from './request-context.ts';

/** Serves a call of an account: reserve, call, charge, usage row. */
export async function serveAccount(parts: PipelineParts, checked: CheckedRequest, account: Account): Promise<Answer> {
  const { accounts } = parts.services.payments;
  const { route, input, quote } = checked;
  const identity = { account: account.id, ...(quote && { quote }) };
  if (!quote && !route.meter) return serveFree(parts, checked, identity, account);

  // The reservation reads the input that the route's own validators have checked.
  const most = quote ?? route.reserve?.(input as Input<never, never, never>);
  if (!most) throw new Error(`${route.operation.id} has a meter and no bound of what it can cost.`);
  const claim = await accounts.reserve(account, route, most.amount);
  return serveCharged(parts, checked, { ...identity, claim }, async (reply) => {
    const { response, usage } = reply.metered?.() ?? { response: reply.body ?? reply.relayed, usage: reply.usage };
    // The meter reads the input that its own validators have checked.
    const metered = route.meter?.({ ...input, response } as Metered<never, never, never>);
    await accounts.charge(claim, metered?.amount ?? quote?.amount ?? 0n, usage);
    return undefined;
  });
}
