import type { Answer } from '../http/request.ts';
import type { Reply } from '../operation/handler.ts';
import type { Settled } from '../operation/payment.ts';
import { receiptHeaders } from '../x402/challenge.ts';
import type { PipelineParts } from './parts.ts';
import type { CheckedRequest } from './request-context.ts';
import { type StreamEnd, sendEvents } from './stream.ts';

/** How a complete stream is charged, and a broken one released. */
export interface StreamCharge {
  complete(): Promise<Settled | undefined>;
  release(): Promise<void>;
}

/** Starts a stream after its first event, so that what fails before it is answered with an error status. */
export async function streamReply(
  { answers, services }: PipelineParts,
  checked: CheckedRequest,
  reply: Reply,
  charge: StreamCharge,
): Promise<Answer> {
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
