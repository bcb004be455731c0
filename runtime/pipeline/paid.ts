import type { Answer } from '../http/request.ts';
import type { Reply } from '../operation/handler.ts';
import type { PaymentDefinition } from '../operation/host.ts';
import type { Payment } from '../operation/payment.ts';
import type { Claim } from '../store/claims.ts';
import { unixSeconds } from '../system/clock.ts';
import { decodePayment, type PaymentPayload, paymentHeader } from '../x402/header.ts';
import { createOffers, offerFor } from '../x402/offer.ts';
import { PaymentProblem } from '../x402/refusal.ts';
import { fingerprint, lateProblem, termsOf } from '../x402/terms.ts';
import type { Answers } from './answers.ts';
import { factsOf } from './call-record.ts';
import { serveCharged } from './charged.ts';
import { serveFree } from './free.ts';
import { type IdentifiedRequest, requestHash } from './kept-answers.ts';
import { serveOnce } from './once.ts';
import type { PipelineParts } from './parts.ts';
import type { CheckedRequest, RequestContext } from './request-context.ts';

/** Serves a call that is paid by its own payment: challenge or verify, claim, call, settle, receipt. */
export async function servePaid(parts: PipelineParts, checked: CheckedRequest): Promise<Answer> {
  const { host, answers, services } = parts;
  const { payments, payTo } = services;
  const { route, incoming, quote } = checked;
  if (!quote || !host.payment) throw new Error(`${route.operation.id} has no price to be paid.`);
  const header = paymentHeader(incoming.headers, host.payment.transport.payment);
  if (header === undefined) return answers.challenge(checked, quote);

  const sent = readPayment(host.payment, header);
  const repeat = identified(parts, checked, sent, header);
  const kept = repeat && (await parts.keptAnswers.find(repeat));
  if (kept) return kept;

  const offers = createOffers(host.payment, payTo, quote.amount, route.window);
  // A payment that has settled buys its call again, however late.
  const payment = await verifyPayment(parts, checked, sent, offers, { mayBeLate: true });
  const counted = await countPayer(parts, checked, payment);
  return problemOnError(answers, counted, async () => {
    const { id } = await claimFor(parts, checked, payment, offers);
    const settle = async (reply: Reply) => {
      const receipt = await payments.settle(id, { route, payment }, reply.usage);
      counted.record?.note(factsOf(receipt));
      return receipt;
    };
    const isEarly = payments.debtors.has(payment.payer) && route.operation.settles === 'after-upstream';
    const identity = { payer: payment.payer, payment, quote, claim: id, isEarly };
    return serveOnce(parts, counted, repeat, { owner: payment.payer, claim: id }, () =>
      serveCharged(parts, counted, identity, settle),
    );
  });
}

/** Claims a payment for its request. */
function claimFor(
  { services, host }: PipelineParts,
  { incoming, bytes }: CheckedRequest,
  payment: Payment,
  offers: ReturnType<typeof createOffers>,
): Promise<Claim> {
  if (!host.payment) throw new Error(`${host.id} takes no payments.`);
  const { claim } = host.payment.transport;
  return services.payments.open(payment, fingerprint(incoming, bytes, offerFor(offers, payment.network)), claim);
}

/** The request by which a repeated one is known, where its payment has an identifier. */
function identified(
  { host }: PipelineParts,
  { incoming, bytes }: CheckedRequest,
  { identifier }: PaymentPayload,
  header: string,
): IdentifiedRequest | undefined {
  if (identifier === undefined || !host.payment?.transport.extensions?.includes('payment-identifier')) return undefined;
  return { id: `${host.id}/${identifier}`, request: requestHash(incoming, bytes, header) };
}

/**
 * Serves a call whose payment identifies its signer: challenge or verify, call. The handler settles the payment, if at all.
 *
 * Anyone can copy a settled payment from its transaction, so it must not identify a caller who changes something. Such a
 * call has a quote of nothing, and accepts the authorization of nothing that its challenge asks for once.
 */
export async function serveWallet(parts: PipelineParts, checked: CheckedRequest): Promise<Answer> {
  const { host, answers, services } = parts;
  const { payments, payTo, log } = services;
  const { route, incoming, quote } = checked;
  if (!host.payment) throw new Error(`${route.operation.id} needs a network to be paid in.`);
  const header = paymentHeader(incoming.headers, host.payment.transport.payment);
  if (header === undefined && quote) return answers.challenge(checked, quote);
  if (header === undefined) return serveFree(parts, checked);

  const offers = createOffers(host.payment, payTo, 0n, quote && route.window);
  const sent = readPayment(host.payment, header);
  const payment = await verifyPayment(parts, checked, sent, offers, { anyAmount: quote === undefined });
  const counted = await countPayer(parts, checked, payment);
  const identity = { payer: payment.payer, payment };
  return problemOnError(answers, counted, async () => {
    if (!quote) return serveFree(parts, counted, identity);
    const { id } = await claimFor(parts, checked, payment, offers);
    try {
      const answer = await serveFree(parts, counted, { ...identity, quote });
      await payments.hold(id);
      return answer;
    } catch (error) {
      await payments.release(id).catch((failure) => log.error({ claim: id, err: failure }, 'release'));
      throw error;
    }
  });
}

/** Decodes a payment. Throws a `PaymentProblem` for one that cannot be read. */
function readPayment({ transport }: PaymentDefinition, header: string): PaymentPayload {
  const sent = decodePayment(header, transport.payment);
  if (typeof sent === 'string') throw new PaymentProblem('unreadable', { message: sent });
  return sent;
}

/** Verifies a payment. Throws a `PaymentProblem` for an invalid one. */
async function verifyPayment(
  { verify, services }: PipelineParts,
  { record }: RequestContext,
  sent: PaymentPayload,
  offers: ReturnType<typeof createOffers>,
  options: { readonly anyAmount?: boolean; readonly mayBeLate?: boolean } = {},
): Promise<Payment> {
  if (!verify) throw new PaymentProblem('unreadable');
  const payment = await verify(sent, termsOf(sent, offers, options), unixSeconds(services.clock));
  if ('reason' in payment) throw new PaymentProblem(payment.reason, { message: payment.message });
  if (payment.late !== undefined && !options.mayBeLate) throw lateProblem(payment);
  record?.note({ payer: payment.payer });
  return payment;
}

/** Counts a call under the limits of its payer. Throws the error of the limit that it exceeds. */
async function countPayer(
  { limits }: PipelineParts,
  checked: CheckedRequest,
  { payer }: Payment,
): Promise<CheckedRequest> {
  const headers = await limits.count(checked.route, { payer });
  return { ...checked, headers: { ...checked.headers, ...headers } };
}

/** Runs a step of the pipeline; an error becomes the response of its problem, with the headers of the step. */
async function problemOnError(answers: Answers, context: RequestContext, step: () => Promise<Answer>): Promise<Answer> {
  try {
    return await step();
  } catch (error) {
    return answers.problem(context, error);
  }
}
