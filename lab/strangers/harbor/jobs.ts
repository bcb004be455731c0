/** Jobs of images and video: the accepted payment, the states, and the poll that settles once. */
import type { Gateway, Script } from './gateway.ts';
import { type Answer, type Call, type Dict, Refusal, usd } from './http.ts';
import {
  type Authorization,
  challenge,
  checkAuthorization,
  claim,
  claimOf,
  inWindow,
  paymentHeader,
  type Quote,
  readAuthorization,
  refusePayment,
  settle,
} from './payment.ts';
import { type Receipt, receiptHeaders } from './receipt.ts';

export interface Job {
  kind: 'image' | 'video';
  id: string;
  object: string;
  model: string;
  payer: string;
  quote: Quote;
  authorization: Authorization;
  createdMs: number;
  startMs: number;
  finishMs: number;
  outcome: 'ok' | 'fail';
  /** Fields of the envelope that only this kind has. */
  fields: Dict;
  pollUrl: string;
  /** `data` and whatever else a finished result carries. */
  result: Dict;
  receipt?: Receipt;
}

export function price(gateway: Gateway, micro: number): Dict {
  return { amount: usd(micro), currency: gateway.rules.payment.currency };
}

/** When a job starts and ends, and how, by what was scripted. */
export function schedule(gateway: Gateway, script: Script | undefined, usualMs: number) {
  const now = gateway.nowMs();
  const slow = script?.outcome === 'slow';
  const asked = script?.detail.seconds;
  const finishMs = slow ? now + (typeof asked === 'number' ? asked : 60) * 1000 : now + usualMs;
  const fails = script?.outcome === 'fail' || script?.outcome === 'timeout';
  return {
    createdMs: now,
    startMs: now + (slow ? 5000 : 300),
    finishMs,
    outcome: fails ? ('fail' as const) : ('ok' as const),
  };
}

export function statusOf(gateway: Gateway, job: Job): 'queued' | 'in_progress' | 'completed' | 'failed' {
  const now = gateway.nowMs();
  const stallMs = job.createdMs + gateway.rules.images.stallSeconds * 1000;
  if (job.receipt !== undefined) return 'completed';
  if (job.kind === 'image' && job.finishMs > stallMs && now >= stallMs) return 'failed';
  if (now >= job.finishMs) return job.outcome === 'ok' ? 'completed' : 'failed';
  return now >= job.startMs ? 'in_progress' : 'queued';
}

/** The 202 of an accepted job. */
export function envelope(gateway: Gateway, job: Job): Answer {
  const { runningPayment, runningStatus } = gateway.rules.images;
  return {
    status: runningStatus,
    body: {
      poll_url: job.pollUrl,
      status: 'queued',
      created: Math.floor(job.createdMs / 1000),
      payment_status: runningPayment,
      price: price(gateway, job.quote.micro),
      ...job.fields,
      model: job.model,
      object: job.object,
      id: job.id,
    },
  };
}

export function completed(gateway: Gateway, job: Job, status: string, receipt: Receipt | undefined): Dict {
  return {
    ...job.result,
    payment: { network: gateway.host.network, tx_hash: receipt?.txHash ?? null, status },
    model: job.model,
    created: Math.floor(job.createdMs / 1000),
    id: job.id,
    price: price(gateway, job.quote.micro),
  };
}

function failed(gateway: Gateway, job: Job): Answer {
  const stalled = gateway.nowMs() < job.finishMs;
  return {
    status: gateway.rules.images.failedStatus,
    body: {
      note: 'Nothing was charged for this job.',
      payment_status: gateway.rules.images.failedPayment,
      error: stalled ? 'The job stalled and was given up.' : 'The provider could not finish the job.',
      status: 'failed',
      model: job.model,
      object: job.object,
      id: job.id,
    },
  };
}

/** Whether the authorization is the one that the job was submitted or settled with. */
function ownClaim(gateway: Gateway, job: Job, authorization: Authorization, route: string): boolean {
  return claimOf(gateway, authorization, route)?.extra.job_id === job.id;
}

/** Answers a poll; `route` is the key of the polling operation. */
export async function poll(call: Call, job: Job, route: string): Promise<Answer> {
  const { gateway } = call;
  const rule = gateway.rules.images;
  const quote: Quote = { ...job.quote, extra: { job_id: job.id, model: job.model } };
  const header = paymentHeader(gateway, call.req);
  if (header === undefined) return challenge(call, quote);
  const authorization = await readAuthorization(call, quote, header);
  if (authorization.payer !== job.payer && rule.payerBound) {
    throw new Refusal(rule.mismatchStatus, { error: 'Payment payer mismatch', job_id: job.id });
  }
  const own = ownClaim(gateway, job, authorization, route);
  if (!own && !gateway.rules.details.freshPoll) {
    throw new Refusal(rule.mismatchStatus, { error: 'Payment payer mismatch', job_id: job.id });
  }
  if (!own) checkAuthorization(call, quote, authorization, route);
  const status = statusOf(gateway, job);
  if (status === 'failed') {
    if (rule.stallCharges) settle(call, job.quote, job.authorization, route);
    return failed(gateway, job);
  }
  if (status !== 'completed') {
    return {
      status: rule.runningStatus,
      body: {
        note: 'Still at work; ask again in a few seconds.',
        payment_status: rule.runningPayment,
        status,
        model: job.model,
        object: job.object,
        id: job.id,
      },
    };
  }
  return finish(call, job, quote, authorization, own, route);
}

function finish(call: Call, job: Job, quote: Quote, authorization: Authorization, own: boolean, route: string): Answer {
  const { gateway } = call;
  const { images: rule, details } = gateway.rules;
  if (job.receipt !== undefined && !rule.settleEveryPoll) {
    const body = completed(gateway, job, rule.secondPoll, job.receipt);
    if (!details.laterPollData) body.data = [];
    return { status: 200, body, headers: receiptHeaders(gateway, job.receipt) };
  }
  if (!inWindow(gateway, authorization)) {
    refusePayment(call, quote, gateway.rules.payment.invalidCode, { message: 'Too late: sign a fresh authorization.' });
  }
  if (!own) Object.assign(claim(call, quote, authorization, route), { job_id: job.id, poll_url: job.pollUrl });
  const receipt = settle(call, job.quote, authorization, route);
  if (receipt === undefined) {
    if (!details.keptAfterFailedSettlement) job.outcome = 'fail';
    const { body, headers } = challenge(call, quote, {
      error: gateway.rules.payment.settleFailureError,
      message: 'The result is ready: try again or sign again.',
    });
    return { status: 402, ...(body && { body }), ...(headers && { headers }) };
  }
  job.receipt = receipt;
  const headers = details.pollReceipt ? receiptHeaders(gateway, receipt) : {};
  return { status: 200, body: completed(gateway, job, 'settled', receipt), headers };
}

/** An event of the outside world: undefined for an unknown job, false for an unknown event. */
export function jobEvent(gateway: Gateway, kind: Job['kind'], id: string, name: string): boolean | undefined {
  const job = gateway.memory.jobs.get(id);
  if (job === undefined || job.kind !== kind) return undefined;
  const now = gateway.nowMs();
  const status = statusOf(gateway, job);
  if (!['started', 'finished', 'failed'].includes(name)) return false;
  if (status === 'completed' || status === 'failed') return true;
  if (name === 'started') {
    job.startMs = now;
    job.finishMs = Math.max(job.finishMs, now + 60_000);
    return true;
  }
  job.finishMs = now;
  job.outcome = name === 'finished' ? 'ok' : 'fail';
  return true;
}
