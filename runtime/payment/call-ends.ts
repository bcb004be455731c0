import type { Log } from '../logging/log.ts';
import type { ClaimStore } from '../store/claims.ts';
import type { AccountEnds } from './account-ends.ts';
import { type Accounts, isReservation } from './accounts.ts';
import type { LiveCalls } from './live-calls.ts';
import type { Pursuit } from './pursuit.ts';
import type { Settlement } from './settlement.ts';

interface Parts {
  readonly accounts: Accounts;
  readonly accountEnds: AccountEnds;
  readonly claims: ClaimStore;
  readonly settlement: Settlement;
  readonly live: LiveCalls;
  readonly pursuit: Pursuit;
  readonly log: Log;
}

/** Ends the calls of claims and reservations. If the store fails, an end is tried again until the store keeps it. */
export class CallEnds {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Gives up ends that are still tried: the same request has begun again, and ends by itself. */
  giveUp(id: string): void {
    for (const event of ['release', 'deliver', 'end']) this.#parts.pursuit.drop(`${event} ${id}`);
  }

  /** Releases a payment, as `Payments.release` does. */
  release(id: string): Promise<void> {
    if (!isReservation(id)) return this.#end(id, 'release');
    const { accounts, accountEnds } = this.#parts;
    return accountEnds.end('release', id, () => accounts.release(id));
  }

  /** Ends a call whose answer was sent, as `Payments.answered` does. */
  async answered(id: string, whole: boolean): Promise<void> {
    await this.#answer(id, whole).catch((error) => this.#parts.log.error({ claim: id, err: error }, 'deliver'));
  }

  /** Looks up the outcome of a settlement, unless the same request has begun again and settles now what has not moved yet. */
  async lookUp(id: string, operation?: string): Promise<void> {
    const { claims, live, settlement } = this.#parts;
    const claim = await claims.find(id);
    if (!claim) return;
    await live.taking(claim.payment, async () => {
      if (live.has(id) || settlement.isRunning(id)) return;
      const left = await claims.find(id);
      if (left?.state === 'settling' && !left.elsewhere) await settlement.recover(left, operation);
    });
  }

  #answer(id: string, whole: boolean): Promise<void> {
    const { accounts, accountEnds, live } = this.#parts;
    if (isReservation(id)) return accountEnds.end('answer', id, () => accounts.answered(id, whole));
    return whole ? this.#end(id, 'deliver') : live.end(id, () => Promise.resolve(false));
  }

  async #end(id: string, event: 'release' | 'deliver'): Promise<void> {
    const { live, pursuit } = this.#parts;
    try {
      if (live.has(id)) await live.end(id, () => this.#move(id, event));
      else await this.#endLeft(id, event);
    } catch (error) {
      pursuit.add(`${event} ${id}`, () => this.#endLeft(id, event));
      throw error;
    }
  }

  /** Ends a call that is not live, unless the same request has begun again. */
  async #endLeft(id: string, event: 'release' | 'deliver'): Promise<void> {
    const { claims, live } = this.#parts;
    const claim = await claims.find(id);
    if (!claim || claim.elsewhere) return;
    await live.taking(claim.payment, async () => {
      if (!live.has(id) && !(await this.#move(id, event))) await claims.leave(id);
    });
  }

  #move(id: string, event: 'release' | 'deliver'): Promise<boolean> {
    const { settlement } = this.#parts;
    return event === 'release' ? settlement.release(id) : settlement.move(id, event);
  }
}
