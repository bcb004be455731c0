import type { Payment, SignedAuthorization } from '../../wallet/wallet.ts';
import type { Faults } from './faults.ts';

/** A job of the reference gateway. */
export interface ReferenceJob {
  readonly id: string;
  readonly payment: Payment<SignedAuthorization>;
  readonly created: number;
  state: string;
  finished: boolean;
  settled: boolean;
  /** The payment that settled it. */
  transaction: string | undefined;
}

/** Jobs of the reference gateway. */
export class Jobs {
  readonly #jobs = new Map<string, ReferenceJob>();
  readonly #faults: Faults;

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  add(payment: Payment<SignedAuthorization>, created: number): ReferenceJob {
    const id = `job-${this.#jobs.size + 1}`;
    const job = {
      id,
      payment,
      created,
      state: this.#faults.job === 'starts-at-once' ? 'running' : 'queued',
      finished: false,
      settled: false,
      transaction: undefined,
    };
    this.#jobs.set(id, job);
    return job;
  }

  find(id: string): ReferenceJob | undefined {
    return this.#jobs.get(id);
  }

  event(id: string, name: string): void {
    const job = this.#jobs.get(id);
    const fault = this.#faults.job;
    if (!job) throw new Error(`There is no job ${id}.`);
    if (name === 'started' && job.state === 'queued' && fault !== 'never-starts') job.state = 'running';
    if (name === 'finished' && fault !== 'never-finishes') job.finished = true;
    if (name === 'failed' && job.state === 'running' && fault !== 'never-fails') job.state = 'failed';
  }

  /** Applies the transitions of a job that are due. */
  age(job: ReferenceJob, now: number): void {
    const deadline = this.#faults.job === 'stalls-late' ? 7200 : 3600;
    if (job.state === 'running' && !job.finished && now - job.created >= deadline) job.state = 'failed';
  }
}
