import { parseUsd } from '@tollwright/runtime/money';
import { addressId } from '@tollwright/runtime/payment/address';
import { createId } from '@tollwright/runtime/random';
import type { Transfer } from '@tollwright/runtime/store/ledger';
import type { z } from 'zod';
import { allowWallet } from '../allowlist.ts';
import type { bodies } from './bodies.ts';
import { ControlError } from './control-error.ts';
import { accountId, type Deployment, registerKeys } from './deployment.ts';
import { deliverEvent } from './events.ts';
import { findRoute } from './routes.ts';

type Body<Name extends keyof typeof bodies> = z.infer<(typeof bodies)[Name]>;

/** Drops all state, scripted outcomes and clock changes; the keys given at start-up are registered again. */
export async function reset(deployment: Deployment): Promise<void> {
  const { services, script, settlements, resetLimits } = deployment;
  script.clear();
  resetLimits();
  settlements.clear();
  services.clock.reset();
  await services.store.reset();
  await registerKeys(deployment);
}

/** Reads the gateway's clock. */
export function readClock({ services }: Deployment) {
  return { now: new Date(services.clock.now()).toISOString() };
}

/** Moves the gateway's clock forward. */
export function advance(deployment: Deployment, { advance_seconds }: Body<'clock'>) {
  deployment.services.clock.advance(advance_seconds);
  return readClock(deployment);
}

/** Scripts the outcome of the next upstream calls of a route. */
export function directUpstream(
  { host, script }: Deployment,
  { route, outcome, times, detail }: Body<'upstream'>,
): void {
  const found = findRoute(host, route);
  if (found === undefined)
    throw new ControlError(
      404,
      `route: this host serves no "${route}"; expected a method and a path template such as "POST /api/v1/search".`,
    );
  script.direct(found, { outcome, detail }, times);
}

/** Makes the next settlements fail, or clears what was scripted. */
export function directSettlement({ settlements }: Deployment, { outcome, times }: Body<'settlement'>): void {
  if (outcome === 'fail') settlements.fail(times);
  else settlements.clear();
}

/** Lists what was settled, oldest first. */
export async function readLedger({ services }: Deployment, payer: string | undefined) {
  const transfers = await services.store.ledger.transfers(payer);
  return { transfers: transfers.filter(({ amount }) => amount > 0n).map(toTransfer) };
}

/** A transfer in the format of the control API: the amount is a string of micro-USDC. */
export function toTransfer({ payer, payTo, amount, asset, network, txHash, route, at }: Transfer) {
  return {
    payer,
    pay_to: payTo,
    amount: String(amount),
    asset,
    network,
    tx_hash: txHash,
    route,
    at: new Date(at).toISOString(),
  };
}

/** Sets the test balance of a wallet. */
export async function fund({ services }: Deployment, { address, amount }: Body<'fund'>): Promise<void> {
  await services.store.ledger.fund(address, BigInt(amount));
}

/** Creates an API key with a balance. */
export async function createKey({ services }: Deployment, { balance_usd }: Body<'keys'>) {
  const key = createId(services.random, 'sk');
  const balance = parseUsd(balance_usd);
  if (balance === undefined)
    throw new ControlError(400, 'balance_usd: expected a decimal amount of USD such as "10.50".');
  await services.store.accounts.create({ id: accountId(services), key, balance });
  return { api_key: key };
}

/** Puts a wallet on the enterprise allowlist. */
export async function allow({ services }: Deployment, { address }: Body<'allow'>): Promise<void> {
  await allowWallet(services.store, addressId(address));
}

/** Delivers an external event to a resource. */
export async function event({ services }: Deployment, body: Body<'events'>): Promise<void> {
  await deliverEvent(services, body);
}
