import { hash } from 'node:crypto';
import type { Answer } from '../http/request.ts';
import type { Micro } from '../money/usd.ts';
import type { Reply } from '../operation/handler.ts';
import type { Input, Metered, Route } from '../operation/operation.ts';
import { Problem } from '../operation/problem.ts';
import type { Account } from '../store/accounts.ts';
import { serveCharged } from './charged.ts';
import { serveFree } from './free.ts';
import type { IdentifiedRequest } from './kept-answers.ts';
import { serveOnce } from './once.ts';
import type { PipelineParts } from './parts.ts';
import type { CheckedRequest } from './request-context.ts';

/** Serves a call of an account: reserve, call, charge, usage row; once for each `Idempotency-Key`. */
export async function serveAccount(parts: PipelineParts, checked: CheckedRequest, account: Account): Promise<Answer> {
  const { payments, log } = parts.services;
  const { accounts } = payments;
  const { route, input, quote } = checked;
  const identity = { account: account.id, ...(quote && { quote }) };
  if (!quote && !route.meter) return serveFree(parts, checked, identity, account);

  // The reservation reads the input that the route's own validators have checked.
  const bound = quote ?? route.reserve?.(input as Input<never, never, never>);
  if (!bound) throw new Error(`${route.operation.id} has a meter and no upper bound of its price.`);
  const request = fingerprint(checked);
  const repeat = keyed(parts, checked, account, request);
  if (repeat) await accounts.finish(account, request);
  const kept = repeat && (await parts.keptAnswers.find(repeat, { refuseOpen: true }));
  if (kept) return kept;
  const claim = await accounts.reserve(account, route, bound.amount, request);
  const settle = async (reply: Reply) => {
    const { response, usage } = reply.metered?.() ?? { response: reply.body ?? reply.relayed, usage: reply.usage };
    const asked = route.meter ? metered(route, { ...input, response }) : (quote?.amount ?? 0n);
    const amount = asked > bound.amount ? bound.amount : asked;
    if (amount < asked)
      log.error({ operation: route.operation.id, asked, amount }, 'a provider reports more usage than was reserved');
    if (await accounts.charge(claim, amount, usage)) checked.record?.note({ settled: amount });
    return undefined;
  };
  return serveOnce(parts, checked, repeat, { owner: account.id, claim }, () =>
    serveCharged(parts, checked, { ...identity, claim }, settle),
  );
}

/** Identifies a request that has an `Idempotency-Key`; a different request with the same value is different. */
function keyed(
  { host }: PipelineParts,
  { incoming }: CheckedRequest,
  { id }: Account,
  request: string,
): IdentifiedRequest | undefined {
  return (incoming.headers['idempotency-key'] ?? '') === ''
    ? undefined
    : { id: `${host.id}/${id}/${request}`, request };
}

/** Identifies a request of an account, with its `Idempotency-Key` if it has one. */
function fingerprint({ incoming: { method, path, query, headers }, bytes }: CheckedRequest): string {
  const terms = JSON.stringify([method, path, query, headers['idempotency-key'] ?? '']);
  return hash('sha256', Buffer.concat([Buffer.from(terms), bytes]));
}

/** The amount of a call by its usage. Throws `upstream-failed` where the usage is none that can be charged. */
function metered(route: Route, input: Metered): Micro {
  try {
    // The meter reads the input that its own validators have checked.
    const { amount = -1n } = route.meter?.(input as Metered<never, never, never>) ?? {};
    if (amount >= 0n) return amount;
  } catch {
    // The provider left out a field that the formula reads.
  }
  throw new Problem('upstream-failed', {
    details: 'The provider did not report the usage by which the call is charged.',
  });
}
