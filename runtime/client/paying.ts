import type { Micro } from '../money/usd.ts';
import type { HostDefinition } from '../operation/host.ts';
import type { Route } from '../operation/operation.ts';
import { read } from '../values/json.ts';
import { sameAddress } from '../x402/address.ts';
import type { Budget, Reservation } from './budget.ts';
import { acceptOffer, type Terms } from './challenge.ts';
import type { Receipt } from './client-error.ts';
import { PaymentRefused, ReceiptMismatch } from './failures.ts';
import { readReceipt } from './receipt.ts';
import { type Incoming, readData } from './send.ts';
import { payHeader, type Wallet } from './wallet.ts';

/** A signed payment that may be settled until its window ends. */
export interface Held {
  readonly header: string;
  readonly amount: Micro;
  /** Unix seconds at which the signature expires. */
  readonly until: number;
  /** The money that is set aside for it. */
  readonly reservation: Reservation;
}

/** What a client pays with. */
export interface Paying {
  readonly host: HostDefinition;
  readonly budget: Budget;
  readonly wallet: Wallet | undefined;
  /** The only address that may be paid; absent means the one in the first challenge. */
  readonly payTo: string | undefined;
  /** Unix seconds. */
  readonly now: () => number;
}

/** A 402 that has been read. */
export interface Challenge extends Pick<Incoming, 'headers'> {
  readonly body: unknown;
}

/** Reads a 402. */
export async function challengeOf(answer: Incoming): Promise<Challenge> {
  return { headers: answer.headers, body: await readData(answer) };
}

/** Signs payments and checks their outcomes. */
export interface Payer {
  /** Pays a challenge on the expected terms only. */
  sign(route: Route, refuse: Terms['refuse'], challenge: Challenge): Promise<Held>;
  /** Books the outcome of a payment from its response; returns `undefined` while nothing was settled. */
  conclude(held: Held, route: Route, answer: Incoming, data?: unknown): Receipt | undefined;
}

/** Makes a payer. */
export function createPayer({ host, budget, wallet, payTo, now }: Paying): Payer {
  /** Payment headers by the transactions that settled them: one transaction cannot settle two payments. */
  const settled = new Map<string, string>();
  let payee = payTo;

  return {
    async sign(route, refuse, challenge) {
      const { payment } = host;
      if (!wallet || !payment) throw new TypeError(`${route.operation.id} must be paid, and the client has no wallet.`);
      const terms: Terms = {
        payment,
        refuse,
        window: route.window ?? payment.window,
        ...(payee !== undefined && { payTo: payee }),
      };
      const accepted = acceptOffer(challenge.body, challenge.headers, terms);
      const { offer } = accepted;
      // Of several challenges at once, the first has set the payee by now.
      if (payee !== undefined && !sameAddress(payee, offer.payTo)) {
        throw new PaymentRefused('payee', payee, offer.payTo);
      }
      payee = offer.payTo;
      const amount = BigInt(offer.amount);
      const reservation = budget.reserve(amount);
      const at = now();
      try {
        const header = await payHeader(wallet, accepted, payment, at);
        return { header, amount, until: at + offer.maxTimeoutSeconds, reservation };
      } catch (error) {
        reservation.release();
        throw error;
      }
    },

    conclude({ header, amount, reservation }, route, answer, data) {
      const paid = { network: host.payment?.network ?? '', payer: wallet?.address ?? '', amount: String(amount) };
      try {
        const receipt = readReceipt(answer.headers, paid, data);
        const other = receipt && settled.get(receipt.transaction);
        if (receipt && other !== undefined && other !== header) {
          throw new ReceiptMismatch('transaction', 'one that settled no other payment', receipt.transaction, data);
        }
        if (receipt) settled.set(receipt.transaction, header);
        if (receipt) reservation.spend();
        else if (!isKnownOutcome(answer))
          reservation.spend(); // The settlement may have moved the funds.
        else if (!answer.ok || isUnsettled(data)) reservation.lapse();
        else if (owesReceipt(route, answer)) throw new ReceiptMismatch('header', 'a receipt', undefined, data);
        return receipt;
      } catch (error) {
        reservation.spend();
        throw error;
      }
    },
  };
}

/** Whether the outcome of a payment follows from a response: 503 answers a settlement that is not confirmed. */
export function isKnownOutcome({ status }: Pick<Incoming, 'status'>): boolean {
  return status !== 503;
}

/** Whether a response states that its payment did not settle. */
function isUnsettled(data: unknown): boolean {
  return read(data, 'settlement', 'success') === false;
}

/** Whether a successful response must have a receipt: all do that are charged before they are sent. */
function owesReceipt({ operation, auth }: Route, { status, headers }: Incoming): boolean {
  const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false;
  return (
    auth === 'payment' &&
    status === 200 &&
    !isStream &&
    ['after-upstream', 'after-upstream-or-on-poll', 'on-accept'].includes(operation.settles)
  );
}
