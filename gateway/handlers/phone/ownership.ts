import type { Call } from '@tollwright/runtime/operation/handler';
import { Problem } from '@tollwright/runtime/operation/problem';
import type { Services } from '@tollwright/runtime/pipeline/services';
import { callerOf } from '../shared/context.ts';
import { chainOf, findLease, type Lease, listLeases } from './lease.ts';

/** Leases of the caller that are active on the caller's chain. */
export async function activeLeases(services: Services, call: Call): Promise<readonly Lease[]> {
  const leases = await listLeases(services, { owner: callerOf(call), chain: chainOf(call) });
  return leases.filter(({ state }) => state === 'active');
}

/** The caller's active lease of a number. Throws the matching problem for any other number, `ended` for an expired lease. */
export async function ownLease(
  services: Services,
  call: Call,
  number: string,
  ended = 'lease-expired',
): Promise<Lease> {
  const lease = await findLease(services, number);
  if (lease?.chain !== chainOf(call)) {
    throw new Problem('number-not-found', { error: 'This number is not leased' });
  }
  if (lease.owner !== callerOf(call)) {
    throw new Problem('wrong-wallet', {
      error: 'This number is leased by a different wallet',
      payer_wallet: callerOf(call),
      your_active_numbers: (await activeLeases(services, call)).map((own) => own.number),
    });
  }
  if (lease.state !== 'active') throw new Problem(ended, { error: 'The lease of this number has expired' });
  return lease;
}
