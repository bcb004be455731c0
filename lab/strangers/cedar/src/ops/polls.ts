import type { Context } from 'hono';
import { accountOf, charge, release } from '../account/keys.ts';
import { config, prefix } from '../config.ts';
import { ApiError } from '../errors.ts';
import { on } from '../fault.ts';
import { fmt } from '../money.ts';
import type { Receipt } from '../op.ts';
import { must } from '../tables.ts';
import { world } from '../world.ts';
import type { Authorization, Price } from '../x402.ts';
import {
  challenge,
  inWindow,
  matches,
  paymentHeader,
  readSigned,
  receiptHeaders,
  requirement,
  settle,
} from '../x402.ts';
import type { Job } from './jobs.ts';

const stillRunning = (job: Job): [number, Record<string, unknown>] => [
  202,
  {
    id: job.id,
    object: `${job.kind}.generation.job`,
    status: job.status,
    model: job.model,
    payment_status: 'verified',
    note: 'Still running. Nothing has been charged; poll again in a few seconds.',
  },
];
const failedBody = (job: Job): Record<string, unknown> => ({
  id: job.id,
  object: `${job.kind}.generation.job`,
  status: 'failed',
  model: job.model,
  error: job.error,
  payment_status: 'not_charged',
  note: 'The job failed. You were not charged.',
});

/** Answers the poll of a job; the first one that finds it completed settles its payment. */
export async function poll(c: Context, job: Job): Promise<Response> {
  return config.host === 'account' ? pollAccount(c, job) : pollWallet(c, job);
}

async function pollWallet(c: Context, job: Job): Promise<Response> {
  const price: Price = { amount: job.price, timeout: 600 };
  const facts = { job_id: job.id, ...(on('poll-challenge-hides-model') ? {} : { model: job.model }) };
  const header = on('poll-without-x-payment') ? c.req.header('payment-signature') : paymentHeader(c);
  if (header === undefined)
    throw challenge(
      c,
      price,
      'Payment Required',
      'Poll with a payment header signed by the submitting wallet.',
      undefined,
      facts,
    );
  const signed = await readSigned(header);
  if (!signed)
    throw challenge(
      c,
      price,
      'Payment verification failed',
      'The payment header is malformed or its signature does not match.',
      'PAYMENT_INVALID',
      facts,
    );
  // Wallet binding, not signature equality: any signature of the submitting wallet will do.
  const stranger = signed.authorization.from !== job.owner.id;
  if (stranger && !(on('finished-job-for-any-wallet') && job.status === 'completed'))
    throw new ApiError(403, { error: 'Payment payer mismatch', message: 'This job was submitted by another wallet.' });
  if (job.status === 'failed') return c.json(failedBody(job));
  if (job.status !== 'completed') {
    const [status, body] = stillRunning(job);
    return c.json(body, status as 202);
  }
  const again = on('every-fresh-poll-settles') && signed.authorization.key !== job.claim;
  const already = again ? undefined : job.receipt;
  const fits = () => matches(signed, requirement(price)) === null;
  const receipt = already ?? settleNow(c, job, signed.authorization, fits, price, facts);
  const body = {
    ...job.result(),
    price: { amount: fmt(job.price), currency: 'USD' },
    payment: {
      status: already ? 'already_settled' : 'settled',
      tx_hash: already && on('later-poll-forgets-hash') ? null : receipt.tx,
      network: receipt.network,
    },
  };
  const wrong = on('poll-receipt-is-job-id') ? { 'X-Payment-Receipt': job.id } : {};
  return c.json(body, 200, { ...receiptHeaders(receipt), ...wrong });
}

/** The submitted authorization pays while it is valid; after that a fresh one of the same wallet, sent with the poll, does. */
function settleNow(
  c: Context,
  job: Job,
  shown: Authorization,
  fits: () => boolean,
  price: Price,
  facts: Record<string, unknown>,
): Receipt {
  const own = must(job.authorization);
  let used = own;
  const late = !inWindow(own) && !on('expired-authorization-settles');
  if (late || (job.receipt && on('every-fresh-poll-settles'))) {
    const fresh = shown.key !== own.key && fits() && inWindow(shown) && !world.claims.has(shown.key);
    if (!fresh)
      throw challenge(
        c,
        price,
        'Payment settlement failed',
        'The result is ready, but its authorization has expired. Poll again with a fresh signature.',
        undefined,
        facts,
      );
    used = shown;
    world.claims.set(shown.key, { jobId: job.id, pollUrl: job.pollUrl });
  }
  const receipt = job.unsettled ? null : settle(used, `GET ${prefix()}${job.template}/{id}`);
  if (!receipt) {
    if (used !== own) world.claims.delete(used.key);
    if (on('poll-settlement-failure-is-final')) job.unsettled = true;
    throw challenge(
      c,
      price,
      'Payment settlement failed',
      'The result is ready, but its payment could not be settled. Poll again or sign afresh.',
      undefined,
      facts,
    );
  }
  job.receipt = receipt;
  return receipt;
}

function pollAccount(c: Context, job: Job): Response {
  const account = accountOf(c);
  if (account.id !== job.owner.id && !on('video-poll-any-key')) throw new ApiError(404, { error: 'Job not found' });
  const first = !job.charged;
  const pay = (): void => {
    job.charged = true;
    release(account, job.claim);
    charge(
      account,
      { method: 'POST', template: job.template },
      { amount: job.billed ?? job.price, status: 200, model: job.model },
    );
  };
  if (job.status === 'failed') {
    if (first && on('failed-video-charged')) pay();
    return c.json(failedBody(job));
  }
  if (job.status !== 'completed') {
    const [status, body] = stillRunning(job);
    return c.json(body, status as 202);
  }
  if (first || on('video-charged-every-poll')) pay();
  return c.json({
    ...job.result(),
    price: { amount: fmt(job.price), currency: 'USD' },
    payment: { status: first ? 'settled' : 'already_settled', tx_hash: null, network: 'account' },
  });
}
