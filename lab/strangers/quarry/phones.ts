/** Phone numbers: lookups, leases bound to wallet and chain, and the rules of ownership. */
import { isPhone } from './addresses.ts';
import { customs } from './customs.ts';
import { Form } from './form.ts';
import { law } from './law.ts';
import { paymentOf } from './pay.ts';
import { failed, reach } from './upstream.ts';
import { type Ask, type Deal, type Obj, ok, Refusal, type Reply, type Row, row } from './wire.ts';
import { iso, type Lease, now, pick, token, world } from './world.ts';

interface Purchase {
  country: string;
  area: string | undefined;
}

export function leasesOf(owner: string): Lease[] {
  return [...world.leases.values()].filter(
    (lease) => lease.owner === owner && now() < lease.expires + law.phones.reclaimSeconds * 1000,
  );
}

export function isActive(lease: Lease): boolean {
  return !law.phones.expired(lease.expires, now());
}

/** The lease of a number for its owner, or the refusal that says why not. */
export function ownLease(number: string, payer: string, network: string, late = false): Lease {
  const lease = world.leases.get(number);
  const refuse = (reason: string) =>
    new Refusal(403, {
      error: 'Forbidden',
      reason,
      message: `This number cannot be used: ${reason}`,
      payer_wallet: payer,
      your_active_numbers: leasesOf(customs.phones.numbersOf(payer, lease))
        .filter(isActive)
        .map((one) => one.number),
    });
  if (!lease || !customs.phones.chainFits(lease.network, network)) throw refuse('not_found');
  if (law.phones.ownerOnly && lease.owner !== payer) throw refuse('wrong_wallet');
  if (!isActive(lease) && !late) throw refuse('expired');
  return lease;
}

/** Unknown keys are complained about. */
const strict = (ask: Ask) => law.phones.strict && customs.phones.strictFor(paymentOf(ask) !== undefined);

function readNumber(ask: Ask): string {
  const form = new Form(ask.body);
  if (strict(ask)) form.only('phoneNumber');
  const number = form.text('phoneNumber', { must: true });
  if (number !== undefined && !isPhone(number)) form.bad('phoneNumber', 'phoneNumber has to be E.164');
  form.done();
  return number ?? '';
}

function readPurchase(ask: Ask): Purchase {
  const form = new Form(ask.body);
  if (strict(ask)) form.only('country', 'areaCode');
  const country = form.text('country') ?? law.phones.usualCountry;
  if (!/^[A-Z]{2}$/.test(country)) form.bad('country', 'country has to be an ISO code of 2 letters');
  const area = form.text('areaCode');
  if (area !== undefined && !/^\d{3}$/.test(area)) form.bad('areaCode', 'areaCode has to be 3 digits');
  form.done();
  return { country, area };
}

function purchaseFailed(details: string): Refusal {
  return new Refusal(502, { error: 'Purchase failed', message: 'Nothing was charged.', details });
}

async function buy(purchase: Purchase, deal: Deal): Promise<Reply> {
  await reach(deal, {
    reject: () => purchaseFailed('the regulator wants an approval for this country'),
    fail: () => purchaseFailed('the carrier failed'),
    empty: () => new Refusal(404, { error: 'No numbers available', message: 'Nothing was charged.' }),
  });
  if (!['US', 'CA'].includes(purchase.country)) throw purchaseFailed(`${purchase.country} needs regulatory approval`);
  const area = purchase.area ?? '415';
  const number = `+1${area}${String(2_000_000 + pick(token(), 7_999_999))}`;
  const lease: Lease = {
    number,
    owner: deal.payer,
    network: deal.paid?.network ?? '',
    expires: now() + law.phones.leaseSeconds * 1000,
  };
  world.leases.set(number, lease);
  return ok(shown(lease));
}

function shown(lease: Lease): Obj {
  return {
    active: isActive(lease),
    chain: customs.phones.chainShown(lease.network),
    expires_at: iso(lease.expires),
    phone_number: lease.number,
  };
}

async function lookUp(number: string, deal: Deal): Promise<Reply> {
  const { outcome } = await reach(deal);
  if (outcome === 'cut' || outcome === 'empty') throw failed();
  const carrier = { phone_number: number, carrier: { name: 'Ridge Mobile', type: 'mobile' }, country_code: 'US' };
  if (!deal.row.on.endsWith('/fraud')) return ok(carrier);
  return ok({ ...carrier, sim_swap: { swapped: false }, call_forwarding: { enabled: false } });
}

async function renew(number: string, deal: Deal): Promise<Reply> {
  await reach(deal);
  const lease = world.leases.get(number) as Lease;
  lease.expires = law.phones.renewFrom(lease.expires, now()) + law.phones.leaseSeconds * 1000;
  return ok(shown(lease));
}

export const phoneRows: Row[] = [
  row({
    on: 'POST /api/v1/phone/lookup',
    upstream: true,
    read: readNumber,
    price: () => law.phones.lookup,
    effect: lookUp,
  }),
  row({
    on: 'POST /api/v1/phone/lookup/fraud',
    upstream: true,
    read: readNumber,
    price: () => law.phones.fraud,
    effect: lookUp,
  }),
  row({
    on: 'POST /api/v1/phone/numbers/buy',
    upstream: true,
    read: readPurchase,
    price: () => law.phones.lease,
    effect: buy,
  }),
  row<string>({
    on: 'POST /api/v1/phone/numbers/renew',
    upstream: true,
    read: readNumber,
    price: () => law.phones.lease,
    guard: (number, payer, paid) => {
      ownLease(number, payer, paid.network, customs.phones.renewsExpired);
    },
    effect: renew,
  }),
  row<undefined>({
    on: 'POST /api/v1/phone/numbers/list',
    read: (ask) => {
      const form = new Form(ask.body);
      if (strict(ask)) form.only();
      form.done();
      return undefined;
    },
    price: () => law.phones.list,
    effect: (_input, deal) => ok({ numbers: leasesOf(deal.payer).map(shown), count: leasesOf(deal.payer).length }),
  }),
  row<string>({
    on: 'POST /api/v1/phone/numbers/release',
    read: readNumber,
    price: () => customs.phones.release,
    guard: (number, payer, paid) => {
      ownLease(number, payer, paid.network);
    },
    effect: (number) => {
      world.leases.delete(number);
      return ok({ released: true, phone_number: number });
    },
  }),
];
