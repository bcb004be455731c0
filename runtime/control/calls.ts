import { parseUsd } from '../money/usd.ts';
import { allowWallet } from '../store/allowlist.ts';
import type { Transfer } from '../store/ledger.ts';
import { createId } from '../system/random.ts';
import { addressId } from '../x402/address.ts';
import { ControlError } from './control-error.ts';
import { accountId, type Deployment, registerKeys } from './deployment.ts';
import { deliverEvent } from './events.ts';
import type { Fields } from './fields.ts';
import { findRoute } from './routes.ts';

/** Drops all state, scripted outcomes and clock changes; the keys given at start-up are registered again. */
export async function reset(deployment: Deployment): Promise<void> {
  const { services, settlements, resetLimits } = deployment;
  services.script.clear();
  resetLimits();
  settlements.clear();
  services.clock.reset();
  services.payments.debtors.clear();
  await services.store.reset();
  await registerKeys(deployment);
}

/** Reads the gateway's clock. */
export function readClock({ services }: Deployment) {
  return { now: new Date(services.clock.now()).toISOString() };
}

/** Moves the gateway's clock forward. */
export function advance(deployment: Deployment, body: Fields) {
  deployment.services.clock.advance(body.amount('advance_seconds', 1e10));
  return readClock(deployment);
}

/** Scripts the outcome of the next upstream calls of a route. */
export function directUpstream({ host, services, outcomes }: Deployment, body: Fields): void {
  const route = body.text('route');
  const direction = { outcome: body.among('outcome', outcomes), detail: body.detail() };
  const times = body.times();
  const found = findRoute(host, route);
  if (found === undefined)
    throw new ControlError(
      404,
      `route: this host serves no "${route}"; expected a method and a path template such as "POST /api/v1/search".`,
    );
  services.script.direct(found, direction, times);
}

/** Makes the next settlements fail, or clears what was scripted. */
export function directSettlement({ settlements }: Deployment, body: Fields): void {
  const outcome = body.among('outcome', ['succeed', 'fail']);
  const times = body.times();
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
export async function fund({ services }: Deployment, body: Fields): Promise<void> {
  const amount = body.text('amount', /^\d{1,18}$/, 'a text of micro-USDC such as "5000000"');
  await services.store.ledger.fund(body.address(), BigInt(amount));
}

/** Creates an API key with a balance. */
export async function createKey({ services }: Deployment, body: Fields) {
  const key = createId(services.random, 'sk');
  const balance = parseUsd(body.text('balance_usd', /^.{1,20}$/));
  if (balance === undefined)
    throw new ControlError(400, 'balance_usd: expected a decimal amount of USD such as "10.50".');
  await services.store.accounts.create({ id: accountId(services), key, balance });
  return { api_key: key };
}

/** Puts a wallet on the enterprise allowlist. */
export async function allow({ services }: Deployment, body: Fields): Promise<void> {
  await allowWallet(services.store, addressId(body.address()));
}

/** Delivers an external event to a resource. */
export async function event({ services, receivers }: Deployment, body: Fields): Promise<void> {
  await deliverEvent(receivers, services, body);
}
