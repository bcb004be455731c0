/** Jobs that callers poll while an upstream does the work. The store keeps them, and their machine decides when to charge. */

import type { EventReceiver } from '../control/events.ts';
import type { Micro } from '../money/usd.ts';
import type { Call } from '../operation/handler.ts';
import type { MachineState } from '../operation/machine.ts';
import { routeName } from '../operation/operation.ts';
import type { SettledPayment } from '../operation/payment.ts';
import { Problem } from '../operation/problem.ts';
import { receiversOf } from '../operation/receivers.ts';
import type { Services } from '../pipeline/services.ts';
import type { Job } from '../store/jobs.ts';
import { createId } from '../system/random.ts';
import { numberOr, refuse } from '../upstream/direct.ts';
import { UpstreamFailure } from '../upstream/failure.ts';
import { PaymentRequired } from '../x402/challenge.ts';
import { dataOf, type JobRecord, progressOf, recordOf } from './record.ts';
import { type JobMachine, stepJob } from './step.ts';

/** One kind of job. */
export interface JobKind<Request, Result, State extends string = string> {
  readonly machine: JobMachine<State>;
  /** Does the work. A rejection fails the job; a result is stored as JSON. */
  readonly work: (services: Services, request: Request) => Promise<Result>;
  /** Fields of the response to a second use of a job's payment, such as the URL to poll; none where absent. */
  readonly replay?: (id: string, call: Call) => Readonly<Record<string, unknown>>;
  /** Fields of the challenge that a poll without a payment gets, besides `job_id`. */
  readonly challenge?: (job: JobView<Request, Result, State>) => Readonly<Record<string, unknown>>;
}

/** A job as its caller sees it. */
export interface JobView<Request, Result, State extends string = string> {
  readonly id: string;
  readonly state: State;
  /** The request that ordered the job. */
  readonly request: Request;
  readonly amount: Micro;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Present once its state is final and the work succeeded. */
  readonly result?: Result;
  /** Reason why the job failed. */
  readonly error?: string;
  /** The settlement of a finished job. */
  readonly receipt?: SettledPayment;
}

/** A job that is scripted to be slow takes so many seconds, and starts after so many milliseconds. */
const slow = 60;
const slowStart = 5_000;

/** Jobs of one kind, with the actions of their handlers and of the control API. */
export class Jobs<Request, Result, State extends string = string> {
  /** Events that the control API delivers. */
  readonly events: Readonly<Record<'started' | 'finished' | 'failed', EventReceiver>>;
  readonly #kind: JobKind<Request, Result, State>;
  /** The work that this process does, by the id of its job. */
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(kind: JobKind<Request, Result, State>) {
    this.#kind = kind;
    this.events = {
      started: (services, id) => this.#change(services, id, ({ startsAt: _, ...record }) => record),
      finished: async (services, id) => {
        await this.#underWay.get(id);
        const endedAt = services.clock.now();
        return this.#end(services, id, ({ startsAt: _, heldUntil: __, ...record }) => ({ ...record, endedAt }));
      },
      failed: (services, id) => {
        const failure = { error: 'The provider reported a failure.', endedAt: services.clock.now() };
        return this.#end(services, id, ({ heldUntil: _, result: __, ...record }) => ({ ...record, ...failure }));
      },
    };
  }

  /**
   * Starts a job for the payer of a call; the handler answers `charge: 'later'` where a poll settles.
   *
   * `given` is an id that a provider has given to the job; by default the job gets one of this gateway.
   */
  async start(
    services: Services,
    call: Call,
    request: Request,
    given?: string,
  ): Promise<JobView<Request, Result, State>> {
    const { payer, account, claim, quote } = call;
    const owner = payer ?? account;
    if (owner === undefined || claim === undefined) throw new Error('A job is started by a call that is paid.');
    const direction = services.script.take(routeName(call.route));
    const fails = direction?.detail.stage === 'run';
    if (direction !== undefined && !fails) refuse(direction);
    const { id: machine, initial: state } = this.#kind.machine;
    const createdAt = services.clock.now();
    const held = direction?.outcome === 'slow' && createdAt + numberOr(direction.detail.seconds, slow) * 1000;
    const receivers = receiversOf(call);
    const data = dataOf({
      ...(receivers && { receivers }),
      request,
      amount: String(quote?.amount ?? 0n),
      ...(held && { startsAt: createdAt + slowStart, heldUntil: held }),
      ...(fails && { error: 'The provider failed.', endedAt: createdAt }),
    });
    const id = given ?? createId(services.random, 'job');
    const { replay } = this.#kind;
    if (replay) await services.payments.setReplay(claim, replay(id, call));
    const job = { id, machine, state, owner, claim, createdAt, data };
    await services.store.jobs.insert(job, { holds: true });
    if (!fails) this.#begin(services, id, request);
    return viewOf(job);
  }

  /**
   * Waits at most `seconds` for a job, and settles it in the call that started it.
   *
   * A job that is not ready in time stays as it is, and its caller polls it. If the work or the settlement fails, the job
   * and the call fail too: the error that is thrown releases the payment.
   */
  async inTime(
    services: Services,
    call: Call,
    started: JobView<Request, Result, State>,
    seconds: number,
  ): Promise<JobView<Request, Result, State>> {
    const { id } = started;
    if (!(await this.#endsWithin(services, id, seconds))) return started;
    const job = await services.store.jobs.find(id);
    if (!job) throw new Error(`The job ${id} is not stored.`);
    try {
      const ended = await this.#advance(services, call, job, recordOf(job));
      if (ended.error === undefined) return ended;
      throw new UpstreamFailure('failed', ended.error);
    } catch (error) {
      const { state } = stepJob(this.#kind.machine, job, { state: 'failed', reason: '' }, services.clock.now());
      const record = { ...recordOf(job), error: 'It was not paid for.' };
      await this.#move(services, job, state, dataOf(record));
      throw error;
    }
  }

  /** True if the work of a job ends within `seconds`; a job that a control API delays does not. */
  async #endsWithin(services: Services, id: string, seconds: number): Promise<boolean> {
    const found = await services.store.jobs.find(id);
    if (!found || recordOf(found).heldUntil !== undefined) return false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, seconds * 1000, false);
    });
    const ended = (this.#underWay.get(id) ?? Promise.resolve()).then(() => true);
    return Promise.race([ended, late]).finally(() => clearTimeout(timer));
  }

  /** Fetches the job of this id for its owner, moves it to its next state, and settles or releases its payment as its machine says. */
  async poll(services: Services, call: Call, wanted: string): Promise<JobView<Request, Result, State>> {
    const { machine } = this.#kind;
    const job = await services.store.jobs.find(wanted);
    if (job?.machine !== machine.id) throw new Problem('job-not-found');
    this.#requireOwner(call, job);
    const record = recordOf(job);
    if (this.#isFinal(job)) return this.#ended(services, call, job, record);
    const isLost = record.endedAt === undefined && !this.#underWay.has(job.id) && services.store.lease === undefined;
    // The process that worked on it has ended. The request is stored as it was given.
    if (isLost) this.#begin(services, job.id, record.request as Request);
    return this.#advance(services, call, job, record);
  }

  /** Cancels the job of this id for its owner, and releases its payment as its machine says. A job that has ended stays as it is. */
  async cancel(services: Services, call: Call, wanted: string): Promise<JobView<Request, Result, State>> {
    const { machine } = this.#kind;
    for (;;) {
      const job = await services.store.jobs.find(wanted);
      if (job?.machine !== machine.id) throw new Problem('job-not-found');
      this.#requireOwner(call, job);
      // A machine has given the state.
      const step = machine.step(job.state as State, 'cancel', { upstream: { finished: false } });
      if (!step.ok) return this.#isFinal(job) ? this.#ended(services, call, job, recordOf(job)) : viewOf(job);
      // First the payment: after a crash between the two, the caller cancels again.
      if (step.effects.includes('release') && !(await isReleased(services, job))) return viewOf(job);
      if (await this.#move(services, job, step.state)) return viewOf({ ...job, state: step.state });
    }
  }

  #begin(services: Services, id: string, request: Request): void {
    const { log, clock } = services;
    const ended = this.#kind.work(services, request).then(
      (result) => this.#end(services, id, (record) => ({ ...record, result, endedAt: clock.now() })),
      (err: unknown) => {
        log.warn({ err, job: id }, 'the work of a job failed');
        const error = err instanceof UpstreamFailure ? err.message : 'The work could not be done.';
        return this.#end(services, id, (record) => ({ ...record, error, endedAt: clock.now() }));
      },
    );
    const stored = ended.catch((err) => log.error({ err, job: id }, 'the end of a job was not stored'));
    this.#underWay.set(
      id,
      stored.then(() => void this.#underWay.delete(id)),
    );
  }

  /** Stores how the work of a job has ended; its next poll finds it. */
  async #end(services: Services, id: string, to: (record: JobRecord) => JobRecord): Promise<boolean> {
    const isKnown = await this.#change(services, id, to);
    if (isKnown) services.jobEvents.emit('ready', id);
    return isKnown;
  }

  /** Moves a job to another state; returns false when it was moved meanwhile, or is in that state. */
  async #move({ store, jobEvents }: Services, job: Job, state: string, data?: Job['data']): Promise<boolean> {
    if (state === job.state || !(await store.jobs.move(job.id, [job.state], state, data))) return false;
    jobEvents.emit('moved', { ...job, state });
    return true;
  }

  /** Changes the stored data of a job unless it has ended. Returns false if the job does not exist. */
  async #change(services: Services, id: string, to: (record: JobRecord) => JobRecord): Promise<boolean> {
    const { machine } = this.#kind;
    for (;;) {
      const job = await services.store.jobs.find(id);
      if (job?.machine !== machine.id) return false;
      if (this.#isFinal(job)) return true;
      // A poll may have moved it meanwhile.
      if (await services.store.jobs.move(id, [job.state], job.state, dataOf(to(recordOf(job))))) return true;
    }
  }

  async #advance(
    services: Services,
    call: Call,
    job: Job,
    record: JobRecord,
  ): Promise<JobView<Request, Result, State>> {
    const { machine } = this.#kind;
    const now = services.clock.now();
    const { state, settles, releases } = stepJob(machine, job, progressOf(record, now), now);
    // The job ends with its settlement: while that fails, it stays as it is.
    const receipt = settles ? await services.payments.settle(job.claim ?? '', call) : undefined;
    // First the payment: after a crash between the two, the next poll does both.
    if (releases) await services.payments.release(job.claim ?? '');
    await this.#move(services, job, state);
    const moved = { ...job, state };
    if (!this.#isFinal({ state })) return viewOf(moved);
    return receipt ? { ...viewOf(moved), ...resultOf(record), receipt } : this.#ended(services, call, moved, record);
  }

  /** A job that has ended: its result with the receipt of its settlement, or the reason why it failed. */
  async #ended(services: Services, call: Call, job: Job, record: JobRecord): Promise<JobView<Request, Result, State>> {
    const view: JobView<Request, Result, State> = viewOf(job);
    const into = this.#kind.machine.transitions.filter(({ to }) => to === job.state);
    if (into.some(({ on }) => on === 'upstream.failed'))
      return { ...view, error: record.error ?? 'It did not finish in time.' };
    const settles = into.some(({ effects }) => effects?.includes('settle-once'));
    const receipt = settles ? await services.payments.settle(job.claim ?? '', call) : undefined;
    return { ...view, ...resultOf(record), ...(receipt && { receipt }) };
  }

  #isFinal({ state }: Pick<Job, 'state'>): boolean {
    const states: Readonly<Record<string, MachineState>> = this.#kind.machine.states;
    return states[state]?.final === true;
  }

  #requireOwner({ payer, account, route }: Call, job: Job): void {
    const caller = payer ?? account;
    if (caller === undefined && route.auth === 'none') return;
    if (caller === undefined) {
      const view: JobView<Request, Result, State> = viewOf(job);
      const fields = { job_id: job.id, ...this.#kind.challenge?.(view) };
      throw new PaymentRequired({ amount: view.amount, breakdown: {} }, fields);
    }
    // An account learns nothing about the jobs of other accounts; a wallet learns that it is not the payer.
    if (caller !== job.owner) throw new Problem(account === undefined ? 'payer-mismatch' : 'job-not-found');
  }
}

/** Releases the payment of a job; returns false while a poll settles it. */
async function isReleased({ payments, store }: Services, { claim = '' }: Job): Promise<boolean> {
  await payments.release(claim);
  const left = await store.claims.find(claim);
  return left === undefined || left.state === 'released';
}

/** A job without its end. */
function viewOf<Request, State extends string>(
  job: Job,
): Pick<JobView<Request, never, State>, 'id' | 'state' | 'request' | 'amount' | 'createdAt'> {
  const { id, createdAt } = job;
  const { request, amount } = recordOf(job);
  // The request is stored as it was given, and a machine has given the state.
  return { id, state: job.state as State, createdAt, amount: BigInt(amount), request: request as Request };
}

/** The result of the work, which is stored as it was returned. */
function resultOf<Result>({ result }: JobRecord): { readonly result: Result } {
  return { result: result as Result };
}
