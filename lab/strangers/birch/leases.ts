import { randomInt } from 'node:crypto';
import { iso, nowMs } from './clock.ts';
import { on } from './faults.ts';
import { HttpError } from './http.ts';
import { profile } from './profile.ts';
import { state } from './state.ts';

/** A phone number leased to a wallet. */
export interface Lease {
  number: string;
  wallet: string;
  expiresMs: number;
}

/** The length of a lease. */
export const LEASE_MS = 30 * 86_400_000;
/** How long an expired number stays listed before it is reclaimed. */
const RECLAIM_MS = 7 * 86_400_000;

/** Whether a lease runs. */
export function isActive(lease: Lease): boolean {
  return nowMs() < lease.expiresMs;
}

function reclaim(): void {
  for (const lease of state.leases.values()) {
    if (nowMs() >= lease.expiresMs + RECLAIM_MS) state.leases.delete(lease.number);
  }
}

/** The leases of a wallet, expired ones too until they are reclaimed. */
export function leasesOf(wallet: string): Lease[] {
  reclaim();
  return [...state.leases.values()].filter((lease) => lease.wallet === wallet);
}

/** A lease as answers show it. */
export function showLease(lease: Lease): Record<string, unknown> {
  return {
    phone_number: lease.number,
    expires_at: iso(lease.expiresMs),
    chain: profile.network,
    active: isActive(lease),
  };
}

/** Lease a free number. */
export function openLease(wallet: string, areaCode: string | undefined): Lease {
  let number: string;
  do number = `+1${areaCode ?? String(randomInt(201, 990))}${randomInt(2_000_000, 9_999_999)}`;
  while (state.leases.has(number));
  const lease = { number, wallet, expiresMs: nowMs() + LEASE_MS };
  state.leases.set(number, lease);
  return lease;
}

/** The lease of a number for its wallet; 403 with the reason otherwise. */
export function ownLease(number: string, wallet: string, late = false): Lease {
  reclaim();
  const lease = state.leases.get(number);
  const refuse = (reason: string) =>
    new HttpError(403, {
      error: 'Phone number not usable',
      reason,
      phone_number: number,
      payer_wallet: wallet,
      your_active_numbers: leasesOf(on('wrong-wallet-leak') ? (lease?.wallet ?? wallet) : wallet)
        .filter(isActive)
        .map((item) => item.number),
    });
  if (!lease) throw refuse('not_found');
  if (lease.wallet !== wallet) throw refuse('wrong_wallet');
  if (!isActive(lease) && !late) throw refuse('expired');
  return lease;
}
