/** The payment flow of every paid route: challenge, verification, claim, settlement. */
import { customs } from './customs.ts';
import { isObj } from './form.ts';
import { law } from './law.ts';
import { nano } from './rail-nano.ts';
import { solana } from './rail-solana.ts';
import { type Offer, type Rail, Rejected } from './rails.ts';
import {
  type Ask,
  dollars,
  type Obj,
  type Paid,
  priced,
  Refusal,
  type Reply,
  type Row,
  type Transfer,
} from './wire.ts';
import { iso, now, seconds, token, wallet, world } from './world.ts';

const rails: Record<string, Rail> = { solana, nano };
let rail: Rail = solana;

export function chooseRail(host: string): void {
  rail = rails[host] ?? solana;
}

export interface Due {
  row: Row;
  price: number;
  facts: Obj;
}

function offersFor(due: Due): Offer[] {
  return rail.offers(
    law.pay.quoted(due.price),
    (due.row.window ?? law.pay.window)(),
    law.pay.toPartner(due.row.partner),
  );
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}

/** The 402 with everything a client needs; `why` replaces the words of the plain challenge. */
export function challenge(ask: Ask, due: Due, why: Obj = {}): Reply {
  const accepts = offersFor(due);
  const [first] = accepts;
  const error = law.pay.words.unpaid;
  const code = why.code === undefined ? {} : { code: why.code };
  const packed = encode({
    x402Version: 2,
    error: why.error ?? error,
    ...code,
    resource: { url: `${ask.origin}${ask.path}`, mimeType: 'application/json' },
    accepts: customs.pay.inHeaders(accepts),
  });
  return {
    status: law.pay.challengeStatus,
    headers: law.pay.challengeHeaders(packed),
    body: {
      paymentInfo: { x402Version: 2, network: first?.network, asset: first?.asset },
      message: `Sign ${dollars(due.price)} USDC for this very request and send it again.`,
      price: { ...priced(due.price), ...(isObj(due.facts.priceFacts) ? due.facts.priceFacts : {}) },
      ...Object.fromEntries(Object.entries(due.facts).filter(([key]) => key !== 'priceFacts')),
      accepts,
      error,
      ...why,
      x402Version: law.pay.version,
    },
  };
}

/** The first payment header that is sent. */
function headerOf(ask: Ask): string | undefined {
  const name = law.pay.requestHeaders.find((header) => ask.headers[header] !== undefined);
  return name === undefined ? undefined : String(ask.headers[name]);
}

/** The JSON payload of a payment header, or undefined where no header is sent. */
export function paymentOf(ask: Ask): Obj | undefined | null {
  const header = headerOf(ask);
  if (header === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(header, 'base64').toString('utf8'));
    return isObj(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function accepted(payment: Obj, offers: Offer[]): Offer {
  const wanted = isObj(payment.accepted) ? payment.accepted : payment;
  const offer = offers.find((one) => one.network === wanted.network);
  if (!offer || wanted.scheme !== offer.scheme) throw new Rejected('invalid', 'scheme or network is not offered');
  const same = (field: 'asset' | 'payTo') =>
    wanted[field] === undefined || wallet(String(wanted[field])) === wallet(offer[field]);
  const amount = wanted.amount ?? offer.amount;
  if (!same('asset') || !same('payTo') || !law.pay.amountFits(Number(amount), Number(offer.amount))) {
    throw new Rejected('invalid', 'what was accepted is not what is offered');
  }
  return offer;
}

function refuse(ask: Ask, due: Due, error: Rejected, extra: Obj = {}): Refusal {
  const code = law.pay.codes[error.why];
  const reply = challenge(ask, due, { error: law.pay.words.refused, code, reason: error.message, ...extra });
  return new Refusal(reply.status, reply.body as Obj, reply.headers);
}

/** Verifies the payment of a request; `mine` are ids that may be presented again, as on polls. */
export async function verify(ask: Ask, due: Due, mine?: (paid: Paid) => boolean): Promise<Paid> {
  const payment = paymentOf(ask);
  try {
    if (!payment || !isObj(payment.payload)) throw new Rejected('invalid', 'the payment header cannot be read');
    const offer = accepted(payment, offersFor(due));
    const paid = await rail.check(payment.payload, offer);
    paid.id = customs.pay.identity(paid.id, headerOf(ask) ?? '');
    if (mine?.(paid)) return paid;
    const key = law.pay.claimKey(paid.id, due.row.on);
    if (world.claims.has(key)) {
      throw refuse(ask, due, new Rejected('replay', 'sign a fresh authorization'), due.row.replayed?.(paid));
    }
    rail.timely(payment.payload, paid);
    const balance = world.balances.get(wallet(paid.payer)) ?? 0;
    if (!law.pay.covers(balance, paid.amount)) throw new Rejected('unfunded', 'the wallet holds too little USDC');
    return paid;
  } catch (error) {
    if (error instanceof Rejected) throw refuse(ask, due, error);
    throw error;
  }
}

/** Takes the authorization for one use; the second of two racers is refused. */
export function claim(ask: Ask, due: Due, paid: Paid): void {
  const key = law.pay.claimKey(paid.id, due.row.on);
  if (world.claims.has(key)) {
    throw refuse(ask, due, new Rejected('replay', 'sign a fresh authorization'), due.row.replayed?.(paid));
  }
  world.claims.set(key, '');
}

export function unsettled(extra: Obj = {}): Refusal {
  return new Refusal(402, {
    error: law.pay.words.unsettled,
    message: 'The call succeeded, the transfer did not: nothing was charged.',
    ...extra,
  });
}

/** Moves the money, or throws the refusal that says it could not. */
export function settle(paid: Paid, route: string, amount: number): Transfer {
  const payer = wallet(paid.payer);
  const balance = world.balances.get(payer) ?? 0;
  const failing = amount > 0 && world.settlementFailures > 0;
  if (failing) world.settlementFailures--;
  const lost = failing && law.pay.mindsFailure;
  if (lost || balance < amount || !law.nano.unexpired(paid.expires, seconds())) throw unsettled();
  const charged = law.pay.charged(amount);
  if (!failing) world.balances.set(payer, balance - charged);
  const transfer: Transfer = {
    at: iso(now()),
    route: route.replace('...}', '}'),
    tx_hash: rail.receipt(paid) || token(32),
    network: paid.network,
    asset: paid.asset,
    amount: String(charged),
    pay_to: paid.payTo,
    payer: paid.payer,
  };
  if (charged > 0 && !failing) world.ledger.push(transfer);
  return transfer;
}

export function receiptHeaders(transfer: Transfer): Record<string, string> {
  const packed = encode({
    success: true,
    transaction: transfer.tx_hash,
    network: transfer.network,
    payer: transfer.payer,
    amount: transfer.amount,
  });
  return law.pay.receiptHeaders(packed, transfer.tx_hash);
}
