import type { Pursuit } from './pursuit.ts';

type End = () => Promise<void>;

/**
 * The ends of the calls of accounts in this process.
 *
 * Until the store has kept the end of a call, it does not say what its request is owed. The same request waits for it, so that it
 * gets what the first one has paid for.
 */
export class AccountEnds {
  readonly #pursuit: Pursuit;
  readonly #requests = new Map<string, string>();
  /** Ends that are not stored yet, by request. */
  readonly #pending = new Map<string, Set<End>>();

  constructor(pursuit: Pursuit) {
    this.#pursuit = pursuit;
  }

  /** Begins the call of a reservation for a request. */
  begin(reservation: string, request: string): void {
    this.#requests.set(reservation, request);
  }

  /** True while the call of a reservation is at work in this process. */
  has(reservation: string): boolean {
    return this.#requests.has(reservation);
  }

  /** Forgets a reservation that a job keeps, whose request is owed nothing more. */
  forget(reservation: string): void {
    this.#requests.delete(reservation);
  }

  /** Stores the ends of earlier calls of a request; rejects if the store still fails. */
  async finish(request: string): Promise<void> {
    await Promise.all([...(this.#pending.get(request) ?? [])].map((end) => end()));
  }

  /** Ends the call of a reservation. If `work` fails, this rejects, and the end is tried again until it is done. */
  async end(kind: 'answer' | 'interrupt' | 'release', reservation: string, work: End): Promise<void> {
    const request = this.#requests.get(reservation) ?? reservation;
    const pending = this.#pending.get(request) ?? new Set();
    const end = untilDone(async () => {
      await work();
      this.forget(reservation);
      pending.delete(end);
      if (pending.size === 0) this.#pending.delete(request);
    });
    this.#pending.set(request, pending.add(end));
    try {
      await end();
    } catch (error) {
      this.#pursuit.add(`${kind} ${reservation}`, end);
      throw error;
    }
  }
}

/** Work that is done once: calls at the same time share it, and only work that has failed is tried again. */
function untilDone(work: End): End {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}
