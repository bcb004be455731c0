/** Reconciles the claims and reservations that a crash interrupted. */

import type { Log } from '../logging/log.ts';
import type { Route } from '../operation/operation.ts';
import type { Claim } from '../store/claims.ts';
import type { Store } from '../store/store.ts';
import { isRefusal } from '../x402/refusal.ts';

/**
 * Finds the route of a call that has had its effect before its settlement, such as a phone call that was dialed.
 *
 * After a crash the claim of such a call is settled; any other claim is released.
 */
export type FindAccepted = (store: Store, claim: string) => Promise<Route | undefined>;

interface EndingParts {
  readonly store: Store;
  readonly findAccepted?: FindAccepted | undefined;
  /** Of claims and of reservations. */
  readonly payments: {
    settle(claim: string, call: { readonly route: Route }): Promise<unknown>;
    release(claim: string): Promise<void>;
    answered(claim: string, whole: boolean): Promise<void>;
  };
}

interface Parts extends EndingParts {
  readonly log: Log;
  readonly recover: (claim: Claim) => Promise<boolean>;
}

/** Ways to end an interrupted call. */
interface Ending {
  /** Ends a call that has had no effect. */
  giveBack(): Promise<unknown>;
  /** Prepares the settlement of a call that has had its effect. */
  prepare?(): Promise<unknown>;
}

/** Settles an interrupted call that has had its effect, and gives any other back. Its answer is owed to the same request. */
export async function endInterrupted(
  { store, findAccepted, payments }: EndingParts,
  id: string,
  { giveBack, prepare }: Ending,
): Promise<void> {
  const route = await findAccepted?.(store, id);
  if (!route) return void (await giveBack());
  try {
    await prepare?.();
    await payments.settle(id, { route });
    // No process sends this answer any more, so the same request is owed it.
    await payments.answered(id, false);
  } catch (error) {
    // A payment that has expired cannot settle: the service bears the cost.
    if (!isRefusal(error, 'settlement-failed')) throw error;
    await payments.release(id);
  }
}

/** Settles calls that had their effect, completes settlements in progress, and releases all other claims. */
export async function reconcile({ log, recover, ...parts }: Parts): Promise<void> {
  const { store, payments } = parts;
  for (const claim of await store.claims.unfinished()) {
    // A settlement that never took place is tried again, as for a job.
    const prepare = async () => claim.state === 'settling' && recover({ ...claim, held: true });
    await end(claim.id, { giveBack: () => recover(claim), prepare });
  }
  // No call outlives its process, so its reservation is released; a job does, and keeps its reservation.
  for (const { id } of await store.accounts.unfinished()) await end(id, { giveBack: () => payments.release(id) });

  async function end(id: string, ending: Ending): Promise<void> {
    try {
      await endInterrupted(parts, id, ending);
    } catch (error) {
      log.warn({ claim: id, error: String(error) }, 'reconcile');
    }
  }
}
