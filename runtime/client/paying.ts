import type { Micro } from '../money/usd.ts';
import type { HostDefinition } from '../operation/host.ts';
import type { Route } from '../operation/operation.ts';
import { isObject, read } from '../values/json.ts';
import { standardTransport } from '../x402/standard.ts';
import { acceptOffer, type Terms } from './accept-offer.ts';
import type { Budget, Reservation } from './budget.ts';
import type { PaymentChallenge } from './challenge.ts';
import type { Receipt } from './client-error.ts';
import { ReceiptMismatch } from './failures.ts';
import { readReceipt } from './receipt.ts';
import { type IncomingResponse, readData } from './send.ts';
import { canPayOn, paymentHeaders, type Wallet } from './wallet.ts';

/** A signed payment that may be settled until its window ends. */
export interface SignedPayment {
  /** The headers that carry it. */
  readonly headers: Readonly<Record<string, string>>;
  /** CAIP-2 id of its network. */
  readonly network: string;
  readonly amount: Micro;
  /** Unix seconds at which the signature expires. */
  readonly until: number;
  /** The money that is set aside for it. */
  readonly reservation: Reservation;
}

/** Dependencies of a payer. */
export interface PayerOptions {
  readonly host: HostDefinition;
  readonly budget: Budget;
  readonly wallet: Wallet | undefined;
  /** The only address that may be paid; absent means the one in the first challenge. */
  readonly payTo: string | undefined;
  /** Unix seconds. */
  readonly now: () => number;
}

/** Reads a 402. */
export async function challengeOf(answer: IncomingResponse): Promise<PaymentChallenge> {
  return { headers: answer.headers, body: await readData(answer) };
}

/** Signs payments and checks their outcomes. */
export interface Payer {
  /** Signs a payment for a challenge that meets the expected terms. */
  sign(route: Route, refuse: Terms['refuse'], challenge: PaymentChallenge): Promise<SignedPayment>;
  /** Books the outcome of a payment from its response; returns `undefined` while nothing was settled. */
  conclude(held: SignedPayment, route: Route, answer: IncomingResponse, data?: unknown): Receipt | undefined;
}

/** Makes a payer. */
export function createPayer({ host, budget, wallet, payTo, now }: PayerOptions): Payer {
  /** Payments by the transactions that settled them: one transaction cannot settle two payments. */
  const settled = new Map<string, SignedPayment>();
  /** The payee of the last signed offer, by network. */
  const payees = new Map<string, string>();
  const payeeOn = (network: string) => payTo ?? payees.get(network);

  return {
    async sign(route, refuse, challenge) {
      const { payment } = host;
      if (!wallet || !payment) throw new TypeError(`${route.operation.id} must be paid, and the client has no wallet.`);
      const accepted = acceptOffer(challenge, {
        payment,
        refuse,
        payeeOn,
        canPay: (network) => canPayOn(wallet, network),
        window: route.window ?? payment.window,
      });
      const { payTo: payee, network, amount: asked, maxTimeoutSeconds } = accepted.offer;
      payees.set(network, payee);
      const amount = BigInt(asked);
      const reservation = budget.reserve(amount);
      const at = now();
      try {
        const headers = await paymentHeaders(wallet, accepted, at, payment.transport);
        return { headers, network, amount, until: at + maxTimeoutSeconds, reservation };
      } catch (error) {
        reservation.release();
        throw error;
      }
    },

    conclude(held, route, answer, data) {
      const { network, amount, reservation } = held;
      const paid = { network, payer: wallet?.address ?? '', amount: String(amount) };
      try {
        const settlement = readReceipt(answer.headers, paid, host.payment?.transport ?? standardTransport, data);
        const receipt = settlement === 'failed' ? undefined : settlement;
        const other = receipt && settled.get(receipt.transaction);
        if (receipt && other !== undefined && other !== held) {
          throw new ReceiptMismatch('transaction', 'one that settled no other payment', receipt.transaction, data);
        }
        if (receipt) settled.set(receipt.transaction, held);
        // A settlement whose outcome is not known may have moved the funds.
        if (receipt || !isKnownOutcome(answer, data)) reservation.spend();
        else if (owesReceipt(route, answer) && !isUnsettled(data))
          throw new ReceiptMismatch('header', 'a receipt of success', settlement, data);
        return receipt;
      } catch (error) {
        reservation.spend();
        throw error;
      }
    },
  };
}

/**
 * Whether a response with this data shows the outcome of a payment.
 *
 * A 503 may mean a settlement that is not confirmed. A failure that is not a JSON object comes from a proxy, and the gateway
 * behind it may go on.
 */
export function isKnownOutcome({ status }: Pick<IncomingResponse, 'status'>, data: unknown): boolean {
  return status !== 503 && ((status < 500 && status !== 408) || isObject(data));
}

/** Whether a host refuses the payment of a call that failed, when the same request sends it again. */
export function refusesRepeats({ payment }: HostDefinition): boolean {
  return payment?.transport.claim.uncharged === 'used';
}

/** Whether a response states that its payment did not settle. */
function isUnsettled(data: unknown): boolean {
  return read(data, 'settlement', 'success') === false;
}

/** Whether a successful response must have a receipt. Each does that is charged before it is sent. */
function owesReceipt({ operation, auth }: Route, { status, headers }: IncomingResponse): boolean {
  const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false;
  return (
    auth === 'payment' &&
    status === 200 &&
    !isStream &&
    ['after-upstream', 'after-upstream-or-on-poll', 'on-accept'].includes(operation.settles)
  );
}
