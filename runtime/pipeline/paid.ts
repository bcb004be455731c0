import type { Answer } from '../http/request.ts';
import type { Reply } from '../operation/handler.ts';
import { fingerprint } from '../x402/fingerprint.ts';
import { paymentHeader } from '../x402/header.ts';
import { createOffers, offerFor } from '../x402/offer.ts';
import { serveCharged } from './charged.ts';
import { serveFree } from './free.ts';
import type { PipelineParts } from './parts.ts';
import type { CheckedRequest } from './request-context.ts';
import { verifyPayment } from './verify-payment.ts';

/** Serves a call that its own payment pays for: challenge or verify, claim, call, settle, receipt. */
export async function servePaid(parts: PipelineParts, checked: CheckedRequest): Promise<Answer> {
  const { host, answers, services } = parts;
  const { payments, payTo } = services;
  const { route, incoming, bytes, quote } = checked;
  if (!quote || !host.payment) throw new Error(`${route.operation.id} has no price to be paid.`);
  const header = paymentHeader(incoming.headers);
  if (header === undefined) return answers.challenge(checked, quote);

  const offers = createOffers(host.payment, payTo, quote.amount, route.window);
  // A payment that has settled gets what it has paid for, however late.
  const payment = await verifyPayment(parts, checked, header, offers, { mayBeLate: true });
  const offer = offerFor(offers, payment.network);
  const { id } = await payments.open(payment, fingerprint(incoming, bytes, offer));
  const settle = (reply: Reply) => payments.settle(id, { route, payment }, reply.usage);
  return serveCharged(parts, checked, { payer: payment.payer, payment, quote, claim: id }, settle);
}

/**
 * Serves a call whose payment identifies its signer: challenge or verify, call. What it buys, if anything, the handler settles.
 *
 * A payment that has settled can be read from its transaction, so it identifies no one who changes anything: such a call
 * is quoted at nothing, and takes the authorization for nothing that its challenge asks for, once.
 */
export async function serveWallet(parts: PipelineParts, checked: CheckedRequest): Promise<Answer> {
  const { host, answers, services } = parts;
  const { route, incoming, bytes, quote } = checked;
  if (!host.payment) throw new Error(`${route.operation.id} needs a network to be paid in.`);
  const header = paymentHeader(incoming.headers);
  if (header === undefined && quote) return answers.challenge(checked, quote);
  if (header === undefined) return serveFree(parts, checked);

  const offers = createOffers(host.payment, services.payTo, 0n, quote && route.window);
  const payment = await verifyPayment(parts, checked, header, offers, { anyAmount: quote === undefined });
  const identity = { payer: payment.payer, payment };
  if (!quote) return serveFree(parts, checked, identity);

  const { payments, log } = services;
  const { id } = await payments.open(payment, fingerprint(incoming, bytes, offerFor(offers, payment.network)));
  try {
    const answer = await serveFree(parts, checked, { ...identity, quote });
    await payments.hold(id);
    return answer;
  } catch (error) {
    await payments.release(id).catch((failure) => log.error({ claim: id, err: failure }, 'release'));
    throw error;
  }
}
