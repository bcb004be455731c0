import { type Offer, otherNetworkOffer, payableOffer, readChallenge } from '../calls/challenge.ts';
import { needFunds } from '../calls/funds.ts';
import { checkContext } from '../check/context.ts';
import type { Run } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import type { Challenge, Exchange, Invocation, PaidCall } from '../http/exchange.ts';
import { ClockMoved, NotTestable, PaymentPostponed, UnexpectedResponse } from '../http/interruption.ts';
import { transportOf } from '../http/payment-headers.ts';
import { untraced } from '../http/trace.ts';
import type { Control } from '../target/control.ts';
import { encodePayment, type Wallet } from '../wallet/wallet.ts';
import type { RunParts } from './run-parts.ts';
import { refuseIrreversible, type Send } from './send.ts';
import type { Transport } from './transport.ts';

/** How often a payment is signed again after the clock was moved beyond its window. */
const maxRetries = 5;

/** The options of a paid call. */
type PayOptions = NonNullable<Parameters<Run['pay']>[1]>;

/** Creates the function that sends the paid calls of a run. */
export function createPay(
  parts: RunParts,
  send: Send,
  payer: Wallet | undefined,
  transport: Pick<Transport, 'moves'>,
): Run['pay'] {
  const calls = new PaidCalls(parts, send, payer, transport);
  return async (invocation, options) => {
    for (let left = maxRetries; ; left -= 1) {
      try {
        return await calls.pay(invocation, options);
      } catch (error) {
        if (!(error instanceof ClockMoved) || left === 0) throw error;
      }
    }
  };
}

/** The paid calls of a run: with a payment that the wallet signs, or with the API key. */
class PaidCalls {
  readonly #parts: RunParts;
  readonly #send: Send;
  readonly #payer: Wallet | undefined;
  readonly #transport: Pick<Transport, 'moves'>;

  constructor(parts: RunParts, send: Send, payer: Wallet | undefined, transport: Pick<Transport, 'moves'>) {
    this.#parts = parts;
    this.#send = send;
    this.#payer = payer;
    this.#transport = transport;
  }

  /** Sends a call with its payment once. */
  async pay(invocation: Invocation, { wallet = this.#payer, ...options }: PayOptions = {}): Promise<PaidCall> {
    if (this.#parts.contract.host.auth === 'bearer') {
      const all = await this.#sendAtOnce(invocation, options.concurrent);
      return paidOf(all, { exchange: firstOf(all), accepts: [], amount: 0n }, '');
    }
    refuseIrreversible(invocation, this.#parts.level);
    this.#refuseEarly(wallet, options);
    if (!wallet) throw new NotTestable('means', 'The call needs a wallet, and none is given.');
    if (invocation.operation.payers === 'allowlisted' && !options.uninvited) await allow(wallet, this.#parts.control);
    return this.#sendPaid(invocation, wallet, options);
  }

  async #sendPaid(invocation: Invocation, wallet: Wallet, options: PayOptions): Promise<PaidCall> {
    const parts = this.#parts;
    // Before the challenge: a challenge on Solana names the block from which the window is counted.
    const before = await this.#transport.moves();
    const challenge = readChallenge(await this.#send(invocation), parts.contract);
    const payment = await wallet.sign(offerOf(challenge, options.otherNetwork, parts), await parts.now());
    const { resource } = fieldsOf(challenge.exchange.received.json);
    const header = encodePayment({ ...payment, ...(resource !== undefined && { resource }) });
    parts.secrets.addPayment(header);
    const paidIn = transportOf(parts.contract).payment.headers[0].toLowerCase();
    const headers = { ...invocation.headers, [paidIn]: header };
    const raced = (options.concurrent ?? 1) > 1 && { raced: true as const };
    const all = await this.#sendAtOnce({ ...invocation, headers, ...raced }, options.concurrent);
    const paid = paidOf(all, challenge, header);
    // Callers beside this one that wait for a limit move the clock, by which the window of the payment may have ended.
    if (paid.received.status === 402 && (await this.#transport.moves()) !== before)
      throw new ClockMoved('The clock of the target was moved beyond the window of the payment.');
    if (challenge.amount > 0n) needFunds(parts, paid);
    return paid;
  }

  #sendAtOnce(request: Invocation, times = 1): Promise<Exchange[]> {
    return Promise.all(Array.from({ length: times }, () => this.#send(request)));
  }

  /** Throws `PaymentPostponed` for a payment that the check may not make yet. */
  #refuseEarly(wallet: Wallet | undefined, { unsettled = false }: PayOptions): void {
    const { paying } = checkContext.getStore() ?? {};
    const isPutOff = paying === 'unsettled' ? !unsettled : paying === 'nothing' && wallet === this.#payer;
    if (isPutOff) throw new PaymentPostponed('The call needs a payment.');
  }
}

/** The offer of a challenge that is paid: on the usual network, or on another one. */
function offerOf(challenge: Challenge, otherNetwork: boolean | undefined, { contract, chain }: RunParts): Offer {
  const { payment: profile } = contract.host;
  const asked = chain?.network ?? profile?.network;
  const usual = payableOffer(challenge.accepts, profile, asked);
  if (!usual) {
    throw new UnexpectedResponse(
      `The challenge has no offer of scheme "exact" on network ${asked}.`,
      challenge.exchange,
    );
  }
  if (!otherNetwork) return usual;
  const other = otherNetworkOffer(challenge.accepts, profile, asked);
  if (!other) throw new NotTestable('open', 'The challenge offers no second network on which the suite can pay.');
  return other;
}

async function allow(wallet: Wallet, control: Control | undefined): Promise<void> {
  if (!control?.capabilities.has('allow')) {
    throw new NotTestable(
      'means',
      'The operation serves wallets on an allowlist only, and only the control API can add one.',
    );
  }
  await untraced(() => control.allow(wallet.address));
}

function paidOf(all: readonly Exchange[], challenge: PaidCall['challenge'], header: string): PaidCall {
  const served = all.find(({ received }) => received.status < 300) ?? firstOf(all);
  return { ...served, challenge, header, all };
}

function firstOf(all: readonly Exchange[]): Exchange {
  const [first] = all;
  if (!first) throw new Error('A payment is sent at least once.');
  return first;
}
