import { needBalance } from '../calls/funds.ts';
import type { Exchange, Invocation, SentRequest } from '../http/exchange.ts';
import { NotTestable } from '../http/interruption.ts';
import { transportOf } from '../http/payment-headers.ts';
import { untraced } from '../http/trace.ts';
import type { Evaluator } from '../oracle/evaluate.ts';
import { textsWithin } from './localize.ts';
import { createMeteredSend } from './metered-send.ts';
import { buildRequest } from './request.ts';
import type { RunParts } from './run-parts.ts';
import type { Transport } from './transport.ts';

/** Sends a request without payment. */
export type Send = (invocation: Invocation) => Promise<Exchange>;

/** USD on a key that is made for one call. */
const ownBalance = '10.00';

interface SendParts extends RunParts {
  /** API keys whose balance pays for any one call. */
  readonly ample: ReadonlySet<string>;
}

/** Creates the function that sends the requests of a run; on account hosts it counts their charges and keeps them under the spend cap. */
export function createSend(parts: SendParts, transport: Transport, evaluator: Evaluator): Send {
  const { contract, target, level, control, secrets } = parts;
  const bearer = contract.host.auth === 'bearer';
  // The balance of a key that the control API made is no money of the user.
  const metered = createMeteredSend(parts, transport, evaluator);
  const isTest = () => !bearer || control?.capabilities.has('keys') === true;
  const isCounted = ({ headers: { authorization } }: SentRequest) =>
    !isTest() && (authorization === undefined || authorization === `Bearer ${parts.apiKey?.()}`);

  /** An operation with effects outside the target gets a key of its own, so that no call depends on those before it. */
  const ownKey = async () => {
    if (!bearer) return undefined;
    if (!control?.capabilities.has('keys')) return parts.apiKey?.();
    const key = await untraced(() => control.keys(ownBalance));
    secrets.add('API_KEY', key);
    return key;
  };

  /** True for a priced call whose key should have enough money for it, as far as its user says: a key of the control API has. */
  const isCovered = ({ operation, headers, exhausts }: Invocation, request: SentRequest) => {
    if (isTest() || !operation.price || exhausts) return false;
    const { authorization } = request.headers;
    if (authorization === undefined) return false;
    return headers?.authorization === undefined || parts.ample.has(authorization.replace('Bearer ', ''));
  };

  /** Calls that may be free of charge before this one; the check of the quota itself counts them. */
  const freeCallsOf = ({ operation, exhausts }: Invocation, { payment, headers }: SentRequest) => {
    const isSold = operation.auth === 'payment' && operation.payment?.settles === 'after-upstream';
    if (!isSold || exhausts || payment || headers.authorization !== undefined) return 0;
    return contract.host.freeCalls?.count ?? 0;
  };

  return async (invocation) => {
    if (bearer && invocation.headers?.authorization === undefined) refuseIrreversible(invocation, level);
    refuseUnnamed(invocation, parts.missing);
    const usualKey = bearer ? parts.apiKey?.() : undefined;
    const apiKey = invocation.operation.irreversible ? await ownKey() : usualKey;
    const request = buildRequest(invocation, { target, apiKey, transport: transportOf(contract) });
    const transmit = async () => {
      let exchange = await transport.send(invocation, request);
      // Calls that are free of charge come before those that are paid.
      for (let left = freeCallsOf(invocation, request); left > 0 && exchange.received.status < 300; left -= 1)
        exchange = await transport.send(invocation, request);
      if (isCovered(invocation, request)) needBalance(exchange);
      return exchange;
    };
    return isCounted(request) ? metered(invocation, request, transmit) : transmit();
  };
}

/** Throws `NotTestable` for an operation with effects outside the target, which level `paid` does not call. */
export function refuseIrreversible({ operation }: Invocation, level: RunParts['level']): void {
  if (operation.irreversible && level === 'paid')
    throw new NotTestable(
      'means',
      'The operation has effects outside the target, so it is called at level controlled only.',
    );
}

/** Throws `NotTestable` for a call with an id of the contract for which the target has none. */
function refuseUnnamed({ body, query, params, raw }: Invocation, missing: RunParts['missing']): void {
  const unnamed = [body, query, params, raw?.text].flatMap(textsWithin).find((text) => missing.has(text));
  if (unnamed !== undefined) {
    throw new NotTestable('means', `The target file has no id for "${missing.get(unnamed)}" of the documents.`);
  }
}
