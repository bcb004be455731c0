import type { Account } from './accounts.ts';
import { iso, now } from './clock.ts';
import { on } from './faults.ts';
import { Form } from './form.ts';
import { HttpError, ok, type Reply } from './http.ts';
import { metered } from './metered.ts';
import { type Usd, usd } from './money.ts';
import type { Call, Operation } from './operation.ts';
import { onReset } from './state.ts';
import { failureOf, type Turn } from './upstream.ts';

/** Prices of the phone operations. */
export const phonePrices = {
  lookup: usd('0.01'),
  fraud: usd('0.05'),
  buy: usd('5'),
  renew: usd('5'),
  list: usd('0.001'),
};

/** A phone number in the form of E.164. */
export const E164 = /^\+[1-9]\d{1,14}$/;
const PHONE_RULE = { pattern: E164, says: 'a phone number in E.164, such as +14155550100' };
const LEASE_MS = 30 * 86_400_000;
const RECLAIM_MS = 7 * 86_400_000;
const COUNTRIES = ['US', 'CA'];

interface Lease {
  number: string;
  owner: Account;
  expiresAt: number;
  /** Only with the fault that keeps released numbers. */
  hidden?: boolean;
}

const leases = new Map<string, Lease>();
let nextNumber = 0;
onReset(() => {
  leases.clear();
  nextNumber = 0;
});

/** Phone look-ups and number leases. */
export const phoneOperations: Operation[] = [
  {
    methods: ['POST'],
    path: '/v1/phone/lookup',
    summary: 'Carrier look-up',
    upstream: 'phone-lookup',
    handle: (call) => lookup(call, 'phone-lookup', phonePrices.lookup, false),
  },
  {
    methods: ['POST'],
    path: '/v1/phone/lookup/fraud',
    summary: 'Look-up with fraud signals',
    upstream: 'phone-fraud',
    handle: (call) => lookup(call, 'phone-fraud', phonePrices.fraud, true),
  },
  {
    methods: ['POST'],
    path: '/v1/phone/numbers/buy',
    summary: 'Lease a number for 30 days',
    upstream: 'phone-buy',
    handle: (call) => buy(call),
  },
  {
    methods: ['POST'],
    path: '/v1/phone/numbers/renew',
    summary: 'Renew a lease by 30 days',
    upstream: 'phone-renew',
    handle: (call) => renew(call),
  },
  {
    methods: ['POST'],
    path: '/v1/phone/numbers/list',
    summary: 'The leased numbers',
    upstream: 'phone-list',
    handle: (call) => list(call),
  },
  { methods: ['POST'], path: '/v1/phone/numbers/release', summary: 'Release a number', handle: release },
];

function readNumber(call: Call): string {
  const form = new Form(call.json());
  const number = form.must('phoneNumber', PHONE_RULE);
  if (!on('fraud-lookup-loose') || !call.endpoint.endsWith('/fraud')) form.only('phoneNumber');
  form.done();
  return number;
}

function lookup(call: Call, upstream: string, quote: Usd, fraud: boolean): Promise<Reply> {
  const number = readNumber(call);
  return metered(call, { quote, upstream }, () => ({
    body: {
      phone_number: number,
      country_code: number.startsWith('+1') ? 'US' : null,
      carrier: { name: 'Example Mobile', type: 'mobile' },
      ...(fraud ? { sim_swap: { swapped_recently: false }, call_forwarding: { enabled: false } } : {}),
    },
  }));
}

function buy(call: Call): Promise<Reply> {
  const form = new Form(call.json());
  const country = form.text('country', { pattern: /^[A-Z]{2}$/, says: 'an ISO code of 2 letters' }) ?? 'US';
  const areaCode = form.text('areaCode', { pattern: /^\d{3}$/, says: '3 digits' });
  form.only('country', 'areaCode');
  form.done();
  const failure = (turn: Turn) => buyFailure(turn, country);
  return metered(call, { quote: phonePrices.buy, upstream: 'phone-buy', failure }, () => {
    const area = country === 'CA' ? (areaCode ?? '604') : (areaCode ?? '415');
    const number = `+1${/^[2-9]/.test(area) ? area : '415'}555${String(1000 + (nextNumber++ % 9000))}`;
    const lease = { number, owner: call.account, expiresAt: now() + LEASE_MS };
    leases.set(number, lease);
    return { status: 201, body: view(lease) };
  });
}

function buyFailure(turn: Turn, country: string): HttpError | undefined {
  if (turn.outcome === 'empty') return new HttpError(404, 'No numbers available');
  if (turn.outcome === 'capacity' || turn.outcome === 'unconfigured') return undefined;
  const refused = !COUNTRIES.includes(country);
  if (!refused && failureOf(turn) === undefined) return undefined;
  const details = refused
    ? `Numbers in ${country} need an approval by the regulator for this account`
    : 'The carrier refused the purchase';
  return new HttpError(502, 'Purchase failed', { details });
}

/** The lease of a number if the account may use it now; 403 with the reason otherwise. */
export function usableLease(account: Account, number: string, late = false): Lease {
  const lease = leaseOf(number);
  if (lease === undefined) throw new HttpError(403, 'The number is not leased', { reason: 'not_found' });
  if (lease.owner !== account) {
    throw new HttpError(403, 'The number belongs to another account', {
      reason: 'wrong_wallet',
      payer_wallet: account.address,
      your_active_numbers: activeNumbers(account),
    });
  }
  if (!isActive(lease) && !late) throw new HttpError(403, 'The lease of the number has expired', { reason: 'expired' });
  return lease;
}

/** The numbers that an account can call from. */
export function activeNumbers(account: Account): string[] {
  return ownLeases(account)
    .filter(isActive)
    .map((lease) => lease.number);
}

/** The leases of an account, expired ones included. */
export function ownLeases(account: Account): Lease[] {
  return [...leases.keys()].flatMap((number) => leaseOf(number) ?? []).filter((lease) => lease.owner === account);
}

function leaseOf(number: string): Lease | undefined {
  const lease = leases.get(number);
  if (lease !== undefined && now() >= lease.expiresAt + RECLAIM_MS) leases.delete(number);
  return leases.get(number);
}

function isActive(lease: Lease): boolean {
  return now() < lease.expiresAt;
}

function view(lease: Lease): Record<string, unknown> {
  return { phone_number: lease.number, expires_at: iso(lease.expiresAt), chain: 'account', active: isActive(lease) };
}

function renew(call: Call): Promise<Reply> {
  const lease = usableLease(call.account, readNumber(call), on('renew-after-expiry'));
  return metered(call, { quote: phonePrices.renew, upstream: 'phone-renew' }, () => {
    lease.expiresAt = (on('renew-from-now') ? now() : lease.expiresAt) + LEASE_MS;
    return { body: view(lease) };
  });
}

function list(call: Call): Promise<Reply> {
  const form = new Form(call.json());
  form.only();
  form.done();
  return metered(call, { quote: phonePrices.list, upstream: 'phone-list' }, () => {
    const numbers = ownLeases(call.account)
      .filter((lease) => lease.hidden !== true)
      .map(view);
    return { body: { numbers, count: numbers.length } };
  });
}

function release(call: Call): Reply {
  const lease = usableLease(call.account, readNumber(call));
  if (on('release-lingers')) lease.hidden = true;
  else leases.delete(lease.number);
  return ok({ phone_number: lease.number, released: true });
}
