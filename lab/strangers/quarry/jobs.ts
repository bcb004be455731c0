/** Image and video jobs: their states, their polls, and the one settlement that a completed poll makes. */
import { customs } from './customs.ts';
import { law } from './law.ts';
import { challenge, type Due, paymentOf, receiptHeaders, settle, verify } from './pay.ts';
import { failed, type Reached } from './upstream.ts';
import { type Ask, type Obj, ok, type Paid, priced, Refusal, type Reply, type Row, type Transfer } from './wire.ts';
import { type Job, now, seconds, wallet, world } from './world.ts';

export type JobState = 'queued' | 'in_progress' | 'completed' | 'failed';

export function stateOf(job: Job): JobState {
  if (job.failure !== null) return 'failed';
  const stall = job.made + law.images.stallSeconds * 1000;
  const finished = job.done !== null && now() >= job.done;
  if (job.kind === 'image' && now() >= stall && !(finished && (job.done ?? 0) < stall)) {
    job.failure = 'The job stalled: it did not finish within an hour.';
    return 'failed';
  }
  if (finished) return 'completed';
  return job.started || now() - job.made > 5000 ? 'in_progress' : 'queued';
}

/** How the upstream's mood shapes a new job: when it ends, and whether it is doomed. */
export function fate(reached: Reached): { done: number | null; failure: string | null } {
  if (reached.outcome === 'slow' || reached.outcome === 'capacity') {
    const wait = typeof reached.detail.seconds === 'number' ? reached.detail.seconds : law.images.slowSeconds;
    return { done: now() + wait * 1000, failure: null };
  }
  if (reached.outcome === 'fail') return { done: null, failure: 'The provider failed while the job ran.' };
  if (reached.outcome === 'timeout') return { done: null, failure: 'The provider did not answer in time.' };
  return { done: now(), failure: null };
}

/** Answers of the upstream that become jobs instead of refusals. */
export const jobAnswers = {
  fail: (detail: Obj) => (detail.stage === 'run' ? undefined : failed()),
  timeout: () => undefined,
  slow: () => undefined,
};

export function envelope(job: Job, extra: Obj): Obj {
  return {
    id: job.id,
    object: `${job.kind}.generation.job`,
    status: 'queued',
    payment_status: 'verified',
    price: priced(job.price),
    model: job.model,
    created: Math.floor(job.made / 1000),
    ...job.shown,
    ...extra,
  };
}

/** What a replay of a job's own authorization is told. */
export function replayOf(route: string, pollUrl: (job: Job) => string): (paid: Paid) => Obj {
  return (paid) => {
    const job = world.jobs.get(world.claims.get(law.pay.claimKey(paid.id, route)) ?? '');
    return job === undefined || !law.images.replayNamesJob
      ? {}
      : { job_id: job.id, poll_url: pollUrl(job), recoverable: true };
  };
}

function running(job: Job, state: JobState): Reply {
  return {
    status: 202,
    body: {
      id: job.id,
      object: `${job.kind}.generation.job`,
      status: state,
      model: job.model,
      payment_status: 'verified',
      note: 'Still at work: ask again in a few seconds.',
    },
  };
}

function broken(job: Job): Reply {
  return ok({
    id: job.id,
    object: `${job.kind}.generation.job`,
    status: 'failed',
    model: job.model,
    error: job.failure,
    payment_status: law.images.failedPolls,
    note: 'Nothing was charged.',
  });
}

/** The authorization of the poll becomes the job's own, so that it cannot be spent elsewhere. */
function takeOver(job: Job, paid: Paid, route: string): void {
  world.claims.set(law.pay.claimKey(paid.id, route), job.id);
}

function settled(job: Job, paid: Paid, route: string): Transfer {
  try {
    return settle(paid, route, job.price);
  } catch (error) {
    customs.jobs.unsettled(job, law.pay.claimKey(paid.id, route));
    throw error;
  }
}

function completed(job: Job, paid: Paid, route: string): Reply {
  const again = job.transfer !== null && law.images.settlesOnce;
  const transfer = job.transfer !== null && again ? job.transfer : settled(job, paid, route);
  job.transfer = transfer;
  if (!again) takeOver(job, paid, route);
  const hash = again ? customs.jobs.hashShown(transfer, paid) : transfer.tx_hash;
  const body = {
    ...job.result,
    price: priced(job.price),
    payment: {
      network: customs.pay.networkShown(transfer.network),
      tx_hash: hash,
      status: again ? 'already_settled' : 'settled',
    },
  };
  return ok(body, again ? {} : receiptHeaders(transfer));
}

/** One poll: payment header of the submitter, then the state of the job. */
export async function poll(ask: Ask, row: Row, job: Job): Promise<Reply> {
  const due: Due = { row, price: job.price, facts: { job_id: job.id, model: job.model } };
  if (paymentOf(ask) === undefined) return challenge(ask, due);
  const owned = (paid: Paid) => paid.id === job.auth || world.claims.get(law.pay.claimKey(paid.id, row.on)) === job.id;
  const paid = await verify(ask, due, owned);
  const bound = law.images.ownerOnly && customs.jobs.boundToOwner(job);
  if ((bound && wallet(paid.payer) !== job.owner) || !customs.jobs.mayPoll(paid, job)) {
    throw new Refusal(403, { error: 'Payment payer mismatch', message: 'Another wallet submitted this job.' });
  }
  const state = stateOf(job);
  if (state === 'failed') return broken(job);
  if (state !== 'completed') return running(job, state);
  if (job.transfer === null && paid.id === job.auth) {
    paid.expires = job.authExpires;
    if (seconds() >= job.authExpires) throw expired(ask, due);
  }
  return completed(job, paid, row.on);
}

function expired(ask: Ask, due: Due): Refusal {
  const reply = challenge(ask, due, {
    error: law.pay.words.refused,
    code: law.pay.codes.invalid,
    reason: 'the authorization window has ended: sign again',
  });
  return new Refusal(reply.status, reply.body as Obj, reply.headers);
}

export function jobOf(id: string, kind: Job['kind']): Job {
  const job = world.jobs.get(id);
  const lost = job?.kind === 'video' && now() - job.made > law.videos.claimableHours * 3_600_000;
  if (job === undefined || job.kind !== kind || lost) {
    throw new Refusal(404, { error: 'Job not found', message: 'No job has this id.' });
  }
  return job;
}
