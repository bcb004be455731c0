/** Phone numbers: lookups, and the leases that a wallet holds. */
import { Checker } from '../check.ts';
import { type Operation, type PaidPart, paid } from '../flow.ts';
import type { Gateway } from '../gateway.ts';
import { type Call, type Dict, jsonBody, Refusal } from '../http.ts';
import { capacityRefusal } from '../upstream.ts';

export interface Lease {
  number: string;
  wallet: string;
  chain: string;
  expiresMs: number;
  /** When the lease ended as it was bought. */
  boughtUntilMs: number;
}

const DAY_MS = 86_400_000;
const E164 = /^\+[1-9]\d{1,14}$/;

export function checkPhone(check: Checker, field: string, required: boolean): string | undefined {
  const number = check.string(field, { required });
  if (number !== undefined && !E164.test(number)) check.bad(field, `${field} wants E.164`);
  return number;
}

function strictBody(call: Call, keys: readonly string[]): Checker {
  const check = new Checker(jsonBody(call));
  if (call.gateway.rules.phone.strictKeys) check.onlyKeys(keys);
  return check;
}

function numberBody(call: Call): { number: string } {
  const check = strictBody(call, ['phoneNumber']);
  const number = checkPhone(check, 'phoneNumber', true);
  check.done();
  return { number: number ?? '' };
}

export function isActive(gateway: Gateway, lease: Lease): boolean {
  return gateway.nowMs() < lease.expiresMs;
}

/** The leases of a wallet that are not yet reclaimed: expired ones stay three days. */
export function leasesOf(gateway: Gateway, wallet: string): Lease[] {
  const kept = gateway.nowMs() - 3 * DAY_MS;
  const all = [...gateway.memory.leases.values()].filter((lease) => lease.expiresMs > kept);
  return gateway.rules.phone.listOwnOnly ? all.filter((lease) => lease.wallet === wallet) : all;
}

export function activeNumbers(gateway: Gateway, wallet: string): string[] {
  const now = gateway.nowMs();
  const all = [...gateway.memory.leases.values()];
  return all.filter((lease) => lease.wallet === wallet && lease.expiresMs > now).map((lease) => lease.number);
}

/** The lease of a number if this wallet may use it; refuses with the reason otherwise. */
export function ownLease(gateway: Gateway, number: string, payer: string, expiredToo = false): Lease {
  const lease = gateway.memory.leases.get(number);
  if (lease === undefined) throw new Refusal(403, { reason: 'not_found', error: 'Number not leased' });
  if (lease.wallet !== payer && gateway.rules.phone.ownerOnly) {
    throw new Refusal(403, {
      your_active_numbers: activeNumbers(gateway, payer),
      payer_wallet: payer,
      reason: 'wrong_wallet',
      error: 'Number of another wallet',
    });
  }
  if (gateway.nowMs() >= lease.expiresMs && !expiredToo) {
    throw new Refusal(403, { reason: 'expired', error: 'Lease expired' });
  }
  return lease;
}

function shown(gateway: Gateway, lease: Lease): Dict {
  return {
    active: isActive(gateway, lease),
    chain: lease.chain,
    expires_at: gateway.iso(lease.expiresMs),
    phone_number: lease.number,
  };
}

function phone<T>(part: Omit<PaidPart<T>, 'template'> & { path: string }): Operation {
  return paid<T>({
    ...part,
    template: `/api/v1/phone/${part.path}`,
    refusals: { capacity: (call, script) => capacityRefusal(call, script), ...part.refusals },
  });
}

function lookup(path: string, fraud: boolean): Operation {
  return phone<{ number: string }>({
    path,
    summary: fraud ? 'Look a number up, with fraud signals' : 'Look a number up',
    range: fraud ? [51_000, 51_000] : [11_000, 11_000],
    parse: numberBody,
    quote: ({ gateway }) => ({ micro: fraud ? gateway.rules.phone.fraudMicro : gateway.rules.phone.lookupMicro }),
    run: (_call, { number }) => {
      const body: Dict = {
        carrier: { type: 'mobile', name: 'Harbor Wireless' },
        country_code: 'US',
        phone_number: number,
      };
      const signals = { call_forwarding: { active: false }, sim_swap: { swapped: false, last_at: null } };
      return { charge: true, answer: { status: 200, body: fraud ? { ...body, ...signals } : body } };
    },
  });
}

/** A number of the pool that nobody holds. */
function freeNumber(gateway: Gateway, areaCode: string): string {
  for (let index = 0; index < 9000; index += 1) {
    const number = `+1${areaCode}555${String(1000 + index)}`;
    const held = gateway.memory.leases.get(number);
    if (held === undefined || held.expiresMs + 3 * DAY_MS <= gateway.nowMs()) return number;
  }
  throw noNumbers(gateway);
}

function noNumbers(gateway: Gateway): Refusal {
  return new Refusal(gateway.rules.phone.noneStatus, { error: 'No numbers available' });
}

function refusedPurchase(reason: string): Refusal {
  return new Refusal(502, { details: reason, error: 'Purchase failed' });
}

const buy = phone<{ country: string; areaCode: string | undefined }>({
  path: 'numbers/buy',
  summary: 'Lease a number',
  range: [5_001_000, 5_001_000],
  refusals: {
    fail: () => refusedPurchase('The carrier failed.'),
    timeout: () => refusedPurchase('The carrier did not answer.'),
    reject: () => refusedPurchase('The carrier refused the purchase.'),
    empty: ({ gateway }) => noNumbers(gateway),
  },
  parse: (call) => {
    const check = strictBody(call, ['country', 'areaCode']);
    const country = check.string('country') ?? 'US';
    if (!/^[A-Z]{2}$/.test(country)) check.bad('country', 'country wants two capital letters');
    const areaCode = check.string('areaCode');
    if (areaCode !== undefined && !/^\d{3}$/.test(areaCode)) check.bad('areaCode', 'areaCode wants three digits');
    check.done();
    return { country, areaCode };
  },
  quote: ({ gateway }) => ({ micro: gateway.rules.phone.numberMicro }),
  run: ({ gateway }, { country, areaCode }, { payer }) => {
    if (country !== 'US' && country !== 'CA') {
      const charge = gateway.rules.phone.refusedCharge;
      if (!charge) throw refusedPurchase(`${country} needs an approval by its regulator.`);
      return { charge, answer: { status: 502, body: { error: 'Purchase failed', details: country } } };
    }
    const number = freeNumber(gateway, areaCode ?? (country === 'US' ? '212' : '416'));
    const expiresMs = gateway.nowMs() + gateway.rules.phone.leaseDays * DAY_MS;
    const lease: Lease = { number, wallet: payer, chain: gateway.host.name, expiresMs, boughtUntilMs: expiresMs };
    gateway.memory.leases.set(number, lease);
    return {
      charge: true,
      undo: () => gateway.memory.leases.delete(number),
      answer: { status: 200, body: shown(gateway, lease) },
    };
  },
});

const renew = phone<{ number: string }>({
  path: 'numbers/renew',
  summary: 'Renew a lease',
  range: [5_001_000, 5_001_000],
  parse: numberBody,
  quote: ({ gateway }) => ({ micro: gateway.rules.phone.numberMicro }),
  precheck: ({ gateway }, { number }, payer) => {
    ownLease(gateway, number, payer, gateway.rules.phone.renewExpired);
  },
  run: ({ gateway }, { number }, { payer }) => {
    const rule = gateway.rules.phone;
    const lease = ownLease(gateway, number, payer, rule.renewExpired);
    const before = lease.expiresMs;
    const from = gateway.rules.combinations.renewFromCurrent ? before : lease.boughtUntilMs;
    lease.expiresMs = (rule.renewFromNow ? gateway.nowMs() : from) + rule.leaseDays * DAY_MS;
    const undo = () => {
      lease.expiresMs = before;
    };
    return { charge: true, undo, answer: { status: 200, body: shown(gateway, lease) } };
  },
});

const list = phone<null>({
  path: 'numbers/list',
  summary: 'The numbers of a wallet',
  range: [2000, 2000],
  upstream: false,
  parse: (call) => {
    strictBody(call, []).done();
    return null;
  },
  quote: ({ gateway }) => ({ micro: gateway.rules.phone.listMicro }),
  run: ({ gateway }, _input, { payer }) => {
    const numbers = leasesOf(gateway, payer).map((lease) => shown(gateway, lease));
    return { charge: true, answer: { status: 200, body: { count: numbers.length, numbers } } };
  },
});

const release = phone<{ number: string }>({
  path: 'numbers/release',
  summary: 'Release a number',
  range: [0, 0],
  parse: numberBody,
  quote: () => ({ micro: 0 }),
  precheck: ({ gateway }, { number }, payer) => {
    ownLease(gateway, number, payer);
  },
  run: ({ gateway }, { number }) => {
    if (gateway.rules.details.releaseAtOnce) gateway.memory.leases.delete(number);
    return { charge: true, answer: { status: 200, body: { released: true, phone_number: number } } };
  },
});

export const phoneOperations = [lookup('lookup', false), lookup('lookup/fraud', true), buy, renew, list, release];
