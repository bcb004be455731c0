import { Fields } from './check.ts';
import { nowMs } from './clock.ts';
import { on } from './faults.ts';
import { paid } from './flow.ts';
import { HttpError, type Req } from './http.ts';
import { LEASE_MS, type Lease, leasesOf, openLease, ownLease, showLease } from './leases.ts';
import { usd } from './money.ts';
import type { Route } from './router.ts';
import { state } from './state.ts';
import { type Failures, upstreamError } from './upstream.ts';

/** An E.164 number. */
export const E164 = /^\+[1-9]\d{6,14}$/;

/** The number in a field; a problem is noted when it is not E.164. */
function e164(fields: Fields, name: string): string {
  const number = fields.needText(name);
  if (fields.has(name) && typeof fields.get(name) === 'string' && !E164.test(number))
    fields.fail(name, 'must be an E.164 number');
  return number;
}

function numberOnly(req: Req): string {
  const fields = Fields.of(req);
  fields.strict(['phoneNumber']);
  const number = e164(fields, 'phoneNumber');
  fields.done();
  return number;
}

function lookup(path: string, summary: string, text: string, fraud: boolean): Route {
  const amount = usd(text);
  return paid<string>({
    path,
    summary,
    price: { mode: 'fixed', amount },
    check: numberOnly,
    quote: () => ({ amount }),
    run: (number) => ({
      body: () => ({
        phone_number: number,
        valid: true,
        carrier: { name: 'Example Mobile', type: 'mobile', country: number.startsWith('+1') ? 'US' : 'ZZ' },
        ...(fraud ? { sim_swap: { swapped: false, last_change: null }, call_forwarding: { enabled: false } } : {}),
      }),
    }),
  });
}

interface BuyInput {
  country: string;
  areaCode: string | undefined;
}

const LEASE_PRICE = usd('5.001');

function refusedPurchase(reason: string): HttpError {
  return new HttpError(502, { error: 'Purchase failed', details: reason, message: 'Nothing was charged.' });
}

function noNumbers(): HttpError {
  return new HttpError(404, { error: 'No numbers available', message: 'Nothing was charged.' });
}

const buyFailures: Failures = {
  fail: () => refusedPurchase('The carrier failed.'),
  timeout: () => refusedPurchase('The carrier did not answer.'),
  reject: () => refusedPurchase('The carrier refused the purchase: regulatory approval is missing.'),
  empty: noNumbers,
};

/** The lease that a purchase in flight has made. */
const bought = new WeakMap<object, Lease>();

const buy = paid<BuyInput>({
  path: '/api/v1/phone/numbers/buy',
  summary: 'Lease a phone number for 30 days',
  price: { mode: 'fixed', amount: LEASE_PRICE },
  failures: buyFailures,
  check: (req) => {
    const fields = Fields.of(req);
    fields.strict(['country', 'areaCode']);
    const country = fields.text('country') ?? 'US';
    if (!/^[A-Z]{2}$/.test(country)) fields.fail('country', 'must be an ISO code of 2 letters');
    const areaCode = fields.text('areaCode');
    if (areaCode !== undefined && !/^\d{3}$/.test(areaCode)) fields.fail('areaCode', 'must have 3 digits');
    else if (areaCode !== undefined && !['US', 'CA'].includes(country))
      fields.fail('areaCode', 'is for US and CA only');
    fields.done();
    return { country, areaCode };
  },
  quote: () => ({ amount: LEASE_PRICE }),
  run: ({ country, areaCode }, call) => {
    if (!['US', 'CA'].includes(country))
      throw refusedPurchase(`Numbers in ${country} need regulatory approval of the account.`);
    const lease = openLease(call.payer, areaCode);
    bought.set(call, lease);
    return { status: 201, body: () => showLease(lease) };
  },
  undo: (call) => {
    const lease = bought.get(call);
    if (lease) state.leases.delete(lease.number);
  },
});

const renew = paid<string>({
  path: '/api/v1/phone/numbers/renew',
  summary: 'Renew a lease by 30 days',
  price: { mode: 'fixed', amount: LEASE_PRICE },
  failures: { fail: () => upstreamError('The carrier failed. Nothing was charged.') },
  check: numberOnly,
  quote: () => ({ amount: LEASE_PRICE }),
  permit: (number, payer) => {
    ownLease(number, payer, on('renew-late'));
  },
  run: (number, call) => {
    const lease = ownLease(number, call.payer, on('renew-late'));
    return {
      body: () => {
        lease.expiresMs = (on('renew-from-now') ? nowMs() : lease.expiresMs) + LEASE_MS;
        return showLease(lease);
      },
    };
  },
});

const list = paid<null>({
  path: '/api/v1/phone/numbers/list',
  summary: 'Numbers of the paying wallet',
  price: { mode: 'fixed', amount: usd('0.002') },
  upstream: false,
  check: (req) => {
    const fields = Fields.of(req);
    if (!on('phone-list-unknown-key')) fields.strict([]);
    fields.done();
    return null;
  },
  quote: () => ({ amount: usd('0.002') }),
  run: (_input, call) => ({ body: () => ({ wallet: call.payer, numbers: leasesOf(call.payer).map(showLease) }) }),
});

const release = paid<string>({
  path: '/api/v1/phone/numbers/release',
  summary: 'Give a number back; an authorization of 0 USD identifies the wallet',
  price: { mode: 'free' },
  check: numberOnly,
  quote: () => ({ amount: 0n }),
  permit: (number, payer) => {
    ownLease(number, payer);
  },
  run: (number, call) => {
    ownLease(number, call.payer);
    if (!on('release-at-expiry')) state.leases.delete(number);
    return { body: () => ({ phone_number: number, released: true }) };
  },
});

/** Look-ups and leases of phone numbers. */
export const phoneRoutes: Route[] = [
  lookup('/api/v1/phone/lookup', 'Carrier look-up', '0.011', false),
  lookup('/api/v1/phone/lookup/fraud', 'Carrier look-up with fraud signals', '0.051', true),
  buy,
  renew,
  list,
  release,
];
