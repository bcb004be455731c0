import { randomBytes } from 'node:crypto';
import { iso, nowMs, nowSeconds } from './clock.ts';
import { on } from './faults.ts';
import { profile } from './profile.ts';
import { ownPath, type Route } from './router.ts';
import { state } from './state.ts';

/** A checked EIP-3009 authorization. */
export interface Authorization {
  from: string;
  to: string;
  value: bigint;
  validAfter: bigint;
  validBefore: bigint;
  nonce: string;
}

/** A nonce that was claimed, with the funds it holds until it is settled, released or out of its window. */
export interface Claim {
  from: string;
  held: bigint;
  untilSeconds: number;
  job?: { job_id: string; poll_url: string };
  /** Only a bent gateway keeps the path of the call. */
  path?: string;
}

/** One settled transfer. */
export interface Transfer {
  payer: string;
  pay_to: string;
  amount: string;
  asset: string;
  network: string;
  tx_hash: string;
  route: string;
  at: string;
}

/** What proves a settlement. `hash` is null when nothing had to move. */
export interface Receipt {
  hash: string | null;
  payer: string;
}

/** The key under which a nonce is claimed: EIP-3009 nonces belong to their wallet. */
export function claimKey(auth: Authorization): string {
  return `${auth.from}:${auth.nonce}`;
}

/** The balance of a wallet in micro-USDC. */
export function balanceOf(address: string): bigint {
  return state.balances.get(address.toLowerCase()) ?? 0n;
}

/** The part of a balance that no open authorization holds. `except` is not counted as held. */
export function available(address: string, except?: Claim): bigint {
  const now = nowSeconds();
  let free = balanceOf(address);
  for (const claim of state.claims.values()) {
    if (claim !== except && claim.from === address && claim.held > 0n && claim.untilSeconds > now) free -= claim.held;
  }
  return free;
}

/** Claim a nonce and hold its amount. The caller has checked that the nonce is free and the funds suffice. */
export function claim(auth: Authorization): Claim {
  const made: Claim = { from: auth.from, held: auth.value, untilSeconds: Number(auth.validBefore) };
  state.claims.set(claimKey(auth), made);
  return made;
}

/** Whether an authorization is inside its window now. */
export function inWindow(auth: Authorization): boolean {
  const now = BigInt(nowSeconds());
  const grace = on('expiry-grace') ? 60n : 0n;
  return now >= auth.validAfter && now < auth.validBefore + grace;
}

/** Move the money, all checks and the booking in one step. Undefined when the settlement fails. */
export function settle(auth: Authorization, held: Claim, route: Route, method: string): Receipt | undefined {
  if (auth.value === 0n) return { hash: null, payer: auth.from };
  if (state.failingSettlements > 0) {
    state.failingSettlements -= 1;
    return undefined;
  }
  if (!inWindow(auth) || available(auth.from, held) < auth.value) return undefined;
  held.held = 0n;
  state.balances.set(auth.from, balanceOf(auth.from) - auth.value);
  const hash = `0x${randomBytes(32).toString('hex')}`;
  state.transfers.push({
    payer: auth.from,
    pay_to: auth.to,
    amount: auth.value.toString(),
    asset: profile.asset,
    network: profile.network,
    tx_hash: hash,
    route: `${method} ${ownPath(route)}`,
    at: iso(nowMs()),
  });
  return { hash, payer: auth.from };
}

/** The receipt headers of a settlement; none when nothing moved. */
export function receiptHeaders(receipt: Receipt, nonce?: string): Record<string, string> {
  if (receipt.hash === null) return {};
  const body = { success: true, transaction: receipt.hash, network: profile.network, payer: receipt.payer };
  return {
    'PAYMENT-RESPONSE': Buffer.from(JSON.stringify(body)).toString('base64'),
    'X-Payment-Receipt': nonce !== undefined && on('receipt-nonce') ? nonce : receipt.hash,
  };
}
