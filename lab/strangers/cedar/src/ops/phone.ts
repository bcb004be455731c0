import { z } from 'zod';
import { checkStrict } from '../body.ts';
import { prefix } from '../config.ts';
import { ApiError } from '../errors.ts';
import { on } from '../fault.ts';
import { FEE, usd } from '../money.ts';
import type { Op, Quote } from '../op.ts';
import { op } from '../op.ts';
import { onReset, world } from '../world.ts';

/** Phone numbers, leased for thirty days to the wallet (or account) that paid. */
export interface Lease {
  phone_number: string;
  owner: string;
  expires: number;
  released?: boolean;
}
const leases: Lease[] = [];
let serial = 0;
onReset(() => {
  leases.length = 0;
  serial = 0;
});
const MONTH = 30 * 86_400_000;
/** Expired numbers stay listed as inactive for a while, then they are back in the pool. */
const RECLAIM = 7 * 86_400_000;

export const E164 = /^\+[1-9]\d{6,14}$/;
const phoneNumber = z.string().regex(E164, 'must be an E.164 number');
const flat = (price: string): Quote => ({ base: usd(price), account: usd(price) - FEE });

export function active(owner: string): Lease[] {
  return leases.filter((l) => l.owner === owner && l.expires > world.now() && !l.released);
}
export function listed(owner: string): Lease[] {
  return leases.filter((l) => l.owner === owner && world.now() <= l.expires + RECLAIM && !l.released);
}
const numbers = (owner: string): string[] => active(owner).map((l) => l.phone_number);

/** The lease of `number`, if this owner may use it now; otherwise the 403 that says why not. */
export function mine(number: string, owner: string, late = false): Lease {
  const lease =
    leases.findLast((l) => l.phone_number === number && (l.owner === owner || l.expires > world.now())) ??
    leases.findLast((l) => l.phone_number === number);
  const refuse = (reason: string): never => {
    throw new ApiError(403, {
      error: 'Number not usable',
      reason,
      payer_wallet: owner,
      your_active_numbers: numbers(on('wrong-wallet-lists-owners-numbers') ? (lease?.owner ?? owner) : owner),
      buy_endpoint: `${prefix()}/phone/numbers/buy`,
    });
  };
  if (!lease || world.now() > lease.expires + RECLAIM) return refuse('not_found');
  if (lease.owner !== owner) return refuse('wrong_wallet');
  if (lease.expires <= world.now() && !late) return refuse('expired');
  return lease;
}

const lookupSchema = z.strictObject({ phoneNumber });
type Lookup = z.output<typeof lookupSchema>;
function carrier(number: string): object {
  return {
    phone_number: number,
    country_code: number.startsWith('+1') ? 'US' : 'ZZ',
    carrier: { name: 'Grove Mobile', type: 'mobile', mobile_country_code: '310' },
    valid: true,
  };
}
export const lookup = op<Lookup>({
  method: 'POST',
  template: '/phone/lookup',
  hosts: 'both',
  upstream: true,
  describe: 'Carrier lookup',
  parse: (c) => checkStrict(c, lookupSchema),
  quote: () => flat('0.011'),
  run: (x) => ({ body: carrier(x.phoneNumber) }),
});
export const fraud = op<Lookup>({
  method: 'POST',
  template: '/phone/lookup/fraud',
  hosts: 'both',
  upstream: true,
  describe: 'Carrier lookup with fraud signals',
  parse: (c) => checkStrict(c, lookupSchema),
  quote: () => flat('0.051'),
  run: (x) => ({
    body: { ...carrier(x.phoneNumber), sim_swap: { swapped_recently: false }, call_forwarding: { active: false } },
  }),
});

const buySchema = z.strictObject({
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'must be an ISO 2-letter code')
    .default('US')
    .transform((s) => s.toUpperCase()),
  areaCode: z
    .string()
    .regex(/^\d{3}$/, 'must have 3 digits')
    .optional(),
});
export const buy = op<z.output<typeof buySchema>>({
  method: 'POST',
  template: '/phone/numbers/buy',
  hosts: 'both',
  upstream: true,
  describe: 'Lease a phone number for 30 days',
  parse: (c) => checkStrict(c, buySchema),
  quote: () => flat('5.001'),
  run: (x, call) => {
    if (call.script.outcome === 'empty')
      throw new ApiError(404, { error: 'No numbers available', message: 'You were not charged.' });
    if (x.country !== 'US' && x.country !== 'CA')
      throw new ApiError(502, {
        error: 'Purchase failed',
        details: `Numbers of ${x.country} need a regulatory approval that this account does not have. You were not charged.`,
      });
    serial += 1;
    const number = `+1${x.areaCode ?? (x.country === 'CA' ? '604' : '503')}555${String(serial).padStart(4, '0')}`;
    const lease = { phone_number: number, owner: call.who.id, expires: world.now() + MONTH };
    return {
      body: view(lease),
      commit: () => {
        leases.push(lease);
      },
    };
  },
  failures: {
    fail: () => ({
      status: 502,
      body: { error: 'Purchase failed', details: 'The carrier failed. You were not charged.' },
    }),
    timeout: () => ({
      status: 502,
      body: { error: 'Purchase failed', details: 'The carrier did not answer. You were not charged.' },
    }),
    reject: () => ({
      status: 502,
      body: { error: 'Purchase failed', details: 'The carrier refused the purchase. You were not charged.' },
    }),
  },
});

function view(l: Lease): object {
  return {
    phone_number: l.phone_number,
    expires_at: world.iso(l.expires),
    chain: 'base',
    active: l.expires > world.now(),
  };
}

const oneSchema = z.strictObject({ phoneNumber });
export const renew = op<Lookup>({
  method: 'POST',
  template: '/phone/numbers/renew',
  hosts: 'both',
  upstream: true,
  describe: 'Add 30 days to a lease',
  parse: (c) => checkStrict(c, oneSchema),
  quote: () => flat('5.001'),
  authorize: (x, who) => {
    mine(x.phoneNumber, who.id, on('renew-expired-lease'));
  },
  run: (x, call) => {
    const lease = mine(x.phoneNumber, call.who.id, on('renew-expired-lease'));
    const next = (on('renew-from-today') ? world.now() : lease.expires) + MONTH;
    return {
      body: view({ ...lease, expires: next }),
      commit: () => {
        lease.expires = next;
      },
    };
  },
});

export const list: Op = op({
  method: 'POST',
  template: '/phone/numbers/list',
  hosts: 'both',
  describe: 'The numbers of the paying wallet',
  parse: (c) => (on('phone-list-takes-any-key') ? {} : checkStrict(c, z.strictObject({}))),
  quote: () => flat('0.002'),
  run: (_x, call) => {
    const own = listed(call.who.id);
    return { body: { numbers: own.map(view), count: own.length } };
  },
});

export const releaseNumber = op<Lookup>({
  method: 'POST',
  template: '/phone/numbers/release',
  hosts: 'both',
  upstream: true,
  describe: 'Give a number back',
  parse: (c) => checkStrict(c, oneSchema),
  // Free: the zero authorization only tells which wallet asks.
  quote: () => ({ base: 0n, account: 0n }),
  authorize: (x, who) => {
    mine(x.phoneNumber, who.id);
  },
  run: (x, call) => {
    const lease = mine(x.phoneNumber, call.who.id);
    return {
      body: { phone_number: x.phoneNumber, released: true },
      commit: () => {
        if (on('released-number-still-calls')) lease.released = true;
        else leases.splice(leases.indexOf(lease), 1);
      },
    };
  },
});
