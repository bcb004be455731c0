import { offerOf, readMicro } from '../../calls/challenge.ts';
import { cheapest, controlPaid, isServed, sendPayment } from '../../calls/cheapest.ts';
import { whileSlow } from '../../calls/control.ts';
import { isUnfunded } from '../../calls/funds.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { notTestable } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Invocation } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { encodePayment } from '../../wallet/wallet.ts';
import { judgeUnused } from './replay.ts';

/** Payments of a call by one new wallet whose funds are exactly the amount of one of them. */
interface FundedPayments {
  /** Values of the payment header, each with an authorization of its own. */
  readonly headers: readonly string[];
  /** Takes one micro-USDC of its funds, or gives it back. */
  setShort(isShort: boolean): Promise<void>;
}

/** Funds a new wallet with exactly what a call costs, and signs payments for it; throws `NotTestable` where that cannot be done. */
async function fundedWith(run: Run, invocation: Invocation, payments: number): Promise<FundedPayments> {
  const { control } = run;
  if (!control?.capabilities.has('fund')) throw new NotTestable('means', 'Only the control API can fund a new wallet.');
  const payer = await run.freshPayer();
  const challenge = await run.challenge(invocation);
  const offer = offerOf(run, challenge);
  const amount = readMicro(offer.amount) ?? challenge.amount;
  const setShort = (isShort: boolean) => control.fund(payer.address, isShort ? amount - 1n : amount);
  await setShort(false);
  const now = await run.now();
  const signed = await Promise.all(Array.from({ length: payments }, () => payer.sign(offer, now)));
  return { headers: signed.map(encodePayment), setShort };
}

/** A wallet that holds exactly what a call costs can pay for it. */
const fundsExact: ProtocolCheck = {
  id: 'payment.funds.exact',
  async check(run) {
    await controlPaid(run);
    const invocation = sampleOf(await cheapest(run));
    const { headers } = await fundedWith(run, invocation, 1);
    const exchange = await sendPayment(run, invocation, headers[0] ?? '');
    if (isServed(exchange)) return { verdict: 'pass' };
    const why = isUnfunded(run, exchange.received) ? 'as underfunded' : `with ${exchange.received.status}`;
    return {
      verdict: 'fail',
      detail: `A wallet that holds exactly the amount of the offer was refused ${why}.`,
      expected: '2xx',
      actual: exchange.received.status,
      exchange,
    };
  },
};

/** A payment that was refused for want of funds has not been used: once its wallet has them, it is no replay. */
const fundsLater: ProtocolCheck = {
  id: 'payment.funds.later',
  async check(run) {
    await controlPaid(run);
    const invocation = sampleOf(await cheapest(run));
    const {
      headers: [header = ''],
      setShort,
    } = await fundedWith(run, invocation, 1);
    await setShort(true);
    const refused = await sendPayment(run, invocation, header);
    if (!isUnfunded(run, refused.received))
      return notTestable('open', 'A wallet that lacks one micro-USDC was not refused as underfunded.');
    await setShort(false);
    return judgeUnused(run, invocation, header, 'as underfunded');
  },
};

/** Payments that are sent at once by a wallet whose funds cover one of them. */
const racers = 4;

/** Funds for one call pay for one call, however many payments are sent at once. */
const fundsRaced: ProtocolCheck = {
  id: 'payment.funds.raced',
  alone: true,
  async check(run) {
    await controlPaid(run);
    const invocation = sampleOf(await cheapest(run));
    const { headers } = await fundedWith(run, invocation, racers);
    const all = await whileSlow(run, invocation.operation, racers, () =>
      Promise.all(headers.map((header) => sendPayment(run, invocation, header))),
    );
    const served = all.filter(isServed);
    const [, second] = served;
    if (!second) return { verdict: 'pass' };
    return {
      verdict: 'fail',
      detail: `A wallet with funds for one call was served ${served.length} calls that it paid at once.`,
      expected: 1,
      actual: served.length,
      exchange: second,
    };
  },
};

/** The checks of wallets whose funds are just enough. */
export const fundsChecks: readonly ProtocolCheck[] = [fundsExact, fundsLater, fundsRaced];
