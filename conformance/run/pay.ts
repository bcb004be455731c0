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

/** Creates the function that sends the paid calls of a run. */
export function createPay(
  parts: RunParts,
  send: Send,
  payer: Wallet | undefined,
  { moves }: Pick<Transport, 'moves'>,
): Run['pay'] {
  const { level, control, secrets, chain } = parts;
  const { auth, payment: profile } = parts.contract.host;
  const paidIn = transportOf(parts.contract).payment.headers[0].toLowerCase();

  const offerFor = (challenge: Challenge, otherNetwork: boolean): Offer => {
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
    if (!other) throw new NotTestable('The challenge offers no second network on which the suite can pay.');
    return other;
  };

  const pay: Run['pay'] = async (
    invocation,
    { wallet = payer, concurrent = 1, uninvited = false, unsettled = false, otherNetwork = false } = {},
  ) => {
    const sendAtOnce = (request: Invocation) => Promise.all(Array.from({ length: concurrent }, () => send(request)));
    if (auth === 'bearer') {
      const all = await sendAtOnce(invocation);
      return paidOf(all, { exchange: firstOf(all), accepts: [], amount: 0n }, '');
    }
    refuseIrreversible(invocation, level);
    const { paying } = checkContext.getStore() ?? {};
    const isPutOff = paying === 'unsettled' ? !unsettled : paying === 'nothing' && wallet === payer;
    if (isPutOff) throw new PaymentPostponed('The call needs a payment.');
    if (!wallet) throw new NotTestable('The call needs a wallet, and none is given.');
    if (invocation.operation.payers === 'allowlisted' && !uninvited) await allow(wallet, control);

    // Before the challenge: a challenge on Solana names the block from which the window is counted.
    const before = await moves();
    const challenge = readChallenge(await send(invocation), parts.contract);
    const offer = offerFor(challenge, otherNetwork);
    const payment = await wallet.sign(offer, await parts.now());
    const { resource } = fieldsOf(challenge.exchange.received.json);
    const header = encodePayment({ ...payment, ...(resource !== undefined && { resource }) });
    secrets.add('PAYMENT', header);
    const headers = { ...invocation.headers, [paidIn]: header };
    const all = await sendAtOnce({ ...invocation, headers, ...(concurrent > 1 && { raced: true }) });
    const paid = paidOf(all, challenge, header);
    // Callers beside this one that wait for a limit move the clock, by which the window of the payment may have ended.
    if (paid.received.status === 402 && (await moves()) !== before)
      throw new ClockMoved('The clock of the target was moved beyond the window of the payment.');
    if (challenge.amount > 0n) needFunds(parts, paid);
    return paid;
  };
  return async (invocation, options) => {
    for (let left = maxRetries; ; left -= 1) {
      try {
        return await pay(invocation, options);
      } catch (error) {
        if (!(error instanceof ClockMoved) || left === 0) throw error;
      }
    }
  };
}

async function allow(wallet: Wallet, control: Control | undefined): Promise<void> {
  if (!control?.capabilities.has('allow')) {
    throw new NotTestable('The operation serves wallets on an allowlist only, and only the control API can add one.');
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
