import type { Answer } from '../http/request.ts';
import type { Reply } from '../operation/handler.ts';
import type { SettledPayment } from '../operation/payment.ts';
import { Problem } from '../operation/problem.ts';
import { callHandler } from './free.ts';
import type { Identity, PipelineParts } from './parts.ts';
import type { CheckedRequest } from './request-context.ts';
import { streamReply } from './stream.ts';

/** A call with its claim. */
interface ChargedIdentity extends Identity {
  readonly claim: string;
  /** Whether the claim is settled before the call. If the call then fails, the same request is owed its answer. */
  readonly isEarly?: boolean;
}

/** Calls the handler, then settles the claim once if the call succeeded, or releases it: call, settle, receipt. */
export async function serveCharged(
  parts: PipelineParts,
  checked: CheckedRequest,
  { isEarly = false, ...identity }: ChargedIdentity,
  settle: (reply: Reply) => Promise<SettledPayment | undefined>,
): Promise<Answer> {
  const { answers, services } = parts;
  const { payments, log } = services;
  const { claim } = identity;
  const paid = async (reply: Reply) => {
    const receipt = early ?? (await settle(reply));
    checked.incoming.hasPaid();
    return receipt;
  };
  const { payer = '', account = payer } = identity;
  let early: SettledPayment | undefined;
  try {
    if (isEarly) early = await settle({ status: 200 });
    const reply = await callHandler(parts, checked, identity);
    const charge = reply.charge ?? (reply.status < 400 ? 'settle' : 'free');
    if (charge === 'free') await payments.release(claim);
    if (charge === 'later') await payments.hold(claim);
    if (charge !== 'settle') return answers.reply(checked, reply);

    // A metered stream that breaks off is charged for what was passed on, so nothing of it is owed.
    const isPartPaid = reply.stream !== undefined && checked.route.meter !== undefined;
    const sent = (whole: boolean) => payments.answered(claim, whole || isPartPaid);
    if (reply.stream) {
      const answer = await streamReply(parts, checked, reply, {
        complete: () => paid(reply),
        release: () => payments.release(claim),
        mayLeave: () => payments.hangUps.isFree(account),
      });
      return { ...answer, sent };
    }
    // A response that cannot be delivered is not charged, unless its payer hangs up often.
    if (checked.incoming.signal.aborted && payments.hangUps.isFree(account)) throw new Problem('caller-gone');
    // What cannot be written is no answer, so it is written before it is charged.
    const answer = answers.reply(checked, reply);
    return { ...answers.receipted(answer, await paid(reply)), sent };
  } catch (error) {
    const ended = error instanceof Problem ? payments.release(claim) : payments.interrupted(claim);
    await ended.catch((failure) => log.error({ claim, err: failure }, 'release'));
    throw error;
  }
}
