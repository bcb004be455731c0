/**
 * What happens to a request, in order.
 *
 * Per call: route, limits, parse, validate, quote, then challenge or verify, claim, call, settle, receipt.
 * From an account: route, authenticate, limits, parse, validate, reserve, call, charge, usage row.
 */

import { createAnswers } from './answers.ts';
import { unixSeconds } from './clock.ts';
import { readInput } from './http/input.ts';
import type { Answer, IncomingCall } from './http/request.ts';
import { createRouter } from './http/router.ts';
import { createLimits } from './limits.ts';
import type { Call, Handler, HostDefinition, Metered, Reply } from './operation.ts';
import { receiptHeaders } from './payment/challenge.ts';
import { expectedOf } from './payment/expected.ts';
import { fingerprint } from './payment/fingerprint.ts';
import { decodePayment, paymentHeader } from './payment/header.ts';
import { createOffers, offerFor } from './payment/offer.ts';
import type { Payment } from './payment/payment.ts';
import type { Settled } from './payment/payments.ts';
import { createVerifier } from './payment/verify.ts';
import { Problem } from './problem.ts';
import type { CheckedRequest, RequestContext } from './request-context.ts';
import type { Services } from './services.ts';
import type { Account } from './store/accounts.ts';
import { type StreamEnd, sendEvents } from './stream.ts';

/** Handlers by operation id. An operation without one answers 501. */
export type Handlers = Readonly<Record<string, Handler>>;

export interface Pipeline {
  /** Answers one request; never rejects. */
  serve(call: IncomingCall): Promise<Answer>;
  /** Forgets the counts of every limit. */
  resetLimits(): void;
}

/** Who calls, and with what. */
type Identity = Pick<Call, 'payer' | 'account' | 'quote' | 'claim' | 'payment'>;

/** How a stream that came through whole is charged, and one that broke is not. */
interface StreamCharge {
  complete(): Promise<Settled | undefined>;
  release(): Promise<void>;
}

/** Puts the pipeline of one host together. */
export function createPipeline(host: HostDefinition, handlers: Handlers, services: Services): Pipeline {
  const { payments, clock, payTo, blocks } = services;
  const findRoute = createRouter(host);
  const limits = createLimits(host, clock);
  const answers = createAnswers(host, services);
  const verify = host.payment && createVerifier(host.payment, blocks);

  async function serve(incoming: IncomingCall): Promise<Answer> {
    const { route, params, allowed } = findRoute(incoming.method, incoming.path);
    if (!route) return answers.unrouted({ incoming, headers: {} }, allowed);

    let context: RequestContext = { incoming, route, headers: {} };
    try {
      const account = route.auth === 'key' ? await payments.accounts.authenticate(incoming.headers) : undefined;
      const headers = limits.count(route, { ip: incoming.ip, account: account?.id });
      context = { incoming, route, headers };
      if (route.operation.closed) throw new Problem(route.operation.closed);
      const { input, bytes } = await readInput(route, incoming, params);
      const quote = route.quote?.(input);
      const checked: CheckedRequest = { incoming, route, headers, input, bytes, quote };
      context = checked;

      if (account) return await serveAccount(checked, account);
      if (route.auth === 'payment') return await servePaid(checked);
      if (route.auth === 'wallet') return await serveWallet(checked);
      return await serveFree(checked, {});
    } catch (error) {
      return answers.problem(context, error);
    }
  }

  async function servePaid(checked: CheckedRequest): Promise<Answer> {
    const { route, incoming, bytes, quote } = checked;
    if (!quote || !host.payment) throw new Error(`${route.operation.id} has no price to be paid.`);
    const header = paymentHeader(incoming.headers);
    if (header === undefined) return answers.challenge(checked, quote);

    const offers = createOffers(host.payment, payTo, quote.amount, route.window);
    const payment = await identify(checked, header, offers);
    const offer = offerFor(offers, payment.network);
    const { id } = await payments.open(payment, fingerprint(incoming, bytes, offer));
    const settle = (reply: Reply) => payments.settle(id, { route, payment }, reply.usage);
    return conclude(checked, { payer: payment.payer, payment, quote, claim: id }, settle);
  }

  /** The payment identifies its signer; what it pays for, if anything, the handler settles. */
  async function serveWallet(checked: CheckedRequest): Promise<Answer> {
    const { route, incoming, quote } = checked;
    if (!host.payment) throw new Error(`${route.operation.id} needs a network to be paid in.`);
    const header = paymentHeader(incoming.headers);
    if (header === undefined && quote) return answers.challenge(checked, quote);
    if (header === undefined) return serveFree(checked, {});

    const payment = await identify(checked, header, createOffers(host.payment, payTo, 0n), { anyAmount: true });
    return serveFree(checked, { payer: payment.payer, payment, ...(quote && { quote }) });
  }

  async function serveAccount(checked: CheckedRequest, account: Account): Promise<Answer> {
    const { route, input, quote } = checked;
    const identity = { account: account.id, ...(quote && { quote }) };
    if (!quote && !route.meter) return serveFree(checked, identity, account);

    const claim = await payments.accounts.reserve(account, route, quote?.amount);
    return conclude(checked, { ...identity, claim }, async (reply) => {
      const { response, usage } = reply.metered?.() ?? { response: reply.body, usage: reply.usage };
      // The meter reads the input that its own validators have checked.
      const metered = route.meter?.({ ...input, response } as Metered<never, never, never>);
      await payments.accounts.charge(claim, metered?.amount ?? quote?.amount ?? 0n, usage);
      return undefined;
    });
  }

  /** Serves a call that costs nothing itself. */
  async function serveFree(checked: CheckedRequest, identity: Identity, account?: Account): Promise<Answer> {
    const reply = await run(checked, identity);
    if (account && reply.usage) await payments.accounts.record(account, checked.route, reply.usage);
    if (!reply.stream) return answers.reply(checked, reply);
    return startStream(checked, reply, { complete: async () => undefined, release: async () => undefined });
  }

  /** Calls the handler and charges for what it made of the call: once if it succeeded, else not at all. */
  async function conclude(
    checked: CheckedRequest,
    identity: Identity & { readonly claim: string },
    settle: (reply: Reply) => Promise<Settled | undefined>,
  ): Promise<Answer> {
    const { claim } = identity;
    try {
      const reply = await run(checked, identity);
      const charge = reply.charge ?? (reply.status < 400 ? 'settle' : 'free');
      if (charge === 'free') await payments.release(claim);
      if (charge === 'later') await payments.hold(claim);
      if (charge !== 'settle') return answers.reply(checked, reply);

      if (reply.stream) {
        return await startStream(checked, reply, {
          complete: () => settle(reply),
          release: () => payments.release(claim),
        });
      }
      // What cannot be delivered is not charged.
      if (checked.incoming.signal.aborted) throw new Problem('caller-gone');
      const receipt = await settle(reply);
      return answers.reply(checked, receipt ? { ...reply, receipt } : reply);
    } catch (error) {
      await payments.release(claim).catch((failure) => services.log.error({ claim, err: failure }, 'release'));
      throw error;
    }
  }

  /** Takes the first event before the answer begins: what fails until then is told by its status. */
  async function startStream(checked: CheckedRequest, reply: Reply, charge: StreamCharge): Promise<Answer> {
    const events = reply.stream?.[Symbol.asyncIterator]();
    if (!events) throw new Error('The reply is no stream.');
    const first = await events.next();
    let receipt: Settled | undefined;
    const end: StreamEnd = {
      async complete() {
        receipt = await charge.complete();
        return receipt && receiptHeaders(receipt)['PAYMENT-RESPONSE'];
      },
      release: () => charge.release(),
      errorEvent: (error) => answers.errorEvent(checked, error),
    };
    const parts = sendEvents(first, events, end, services.lifecycles.stream);
    return answers.stream(checked, reply, parts, () => (receipt ? receiptHeaders(receipt) : {}));
  }

  /** Decodes and checks a payment, and counts its payer. */
  async function identify(
    checked: CheckedRequest,
    header: string,
    offers: ReturnType<typeof createOffers>,
    options: { readonly anyAmount?: boolean } = {},
  ): Promise<Payment> {
    const sent = decodePayment(header);
    if (typeof sent === 'string' || !verify) throw new Problem('payment-invalid', { message: sent });
    const payment = await verify(sent, expectedOf(sent, offers, options), unixSeconds(clock));
    if ('error' in payment) throw new Problem(payment.error, { message: payment.message });
    checked.headers = { ...checked.headers, ...limits.count(checked.route, { payer: payment.payer }) };
    return payment;
  }

  function run({ route, input, incoming }: CheckedRequest, identity: Identity): Promise<Reply> | Reply {
    const handler = handlers[route.operation.id];
    if (!handler) throw new Problem('not-implemented');
    const { ip, origin, headers, signal } = incoming;
    return handler({ ...input, ...identity, route, host, ip, origin, headers, signal });
  }

  return { serve, resetLimits: limits.reset };
}
