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

interface Parts {
  readonly store: Store;
  readonly log: Log;
  readonly findAccepted?: FindAccepted | undefined;
  /** Of claims and of reservations. */
  readonly payments: {
    settle(claim: string, call: { readonly route: Route }): Promise<unknown>;
    release(claim: string): Promise<void>;
    answered(claim: string, whole: boolean): Promise<void>;
  };
  readonly recover: (claim: Claim) => Promise<boolean>;
}

/** Settles calls that had their effect, completes settlements in progress, and releases all other claims. */
export async function reconcile({ store, log, findAccepted, payments, recover }: Parts): Promise<void> {
  for (const claim of await store.claims.unfinished()) {
    // A settlement that never took place is tried again, as for a job.
    const again = () => (claim.state === 'settling' ? recover({ ...claim, held: true }) : undefined);
    await end(claim.id, () => recover(claim), again);
  }
  // No call outlives its process, so its reservation is released; a job does, and keeps its reservation.
  for (const { id } of await store.accounts.unfinished()) await end(id, () => payments.release(id));

  async function end(id: string, giveBack: () => Promise<unknown>, again?: () => unknown): Promise<void> {
    const route = await findAccepted?.(store, id);
    try {
      if (!route) await giveBack();
      else {
        await again?.();
        await payments.settle(id, { route });
        // No process sends this answer any more, so the same request is owed it.
        await payments.answered(id, false);
      }
    } catch (error) {
      log.warn({ claim: id, error: String(error) }, 'reconcile');
      // A payment that has expired cannot settle: the service bears the cost.
      if (route && isRefusal(error, 'settlement-failed')) await payments.release(id);
    }
  }
}
