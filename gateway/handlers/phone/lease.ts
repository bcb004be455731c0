import type { Call } from '@tollwright/runtime/operation';
import { Problem } from '@tollwright/runtime/problem';
import { createId } from '@tollwright/runtime/random';
import type { Services } from '@tollwright/runtime/services';
import type { StoredRecord } from '@tollwright/runtime/store/records';
import { z } from 'zod';
import { type PhoneLeaseEvent, type PhoneLeaseState, phoneLease } from '#generated/machines/phone-lease.ts';

const day = 24 * 60 * 60 * 1000;

/** Milliseconds that one payment buys. */
const term = 30 * day;

/** Milliseconds for which a number stays listed after its time. */
const grace = day;

const kinds = { lease: 'phone-lease', renewal: 'phone-renewal' };

const leaseData = z.object({
  /** Id of this lease; the number may have had others before. */
  lease: z.string(),
  /** Network that it was bought on. */
  chain: z.string(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  /** Claim by which it was bought, so that a purchase that is repeated finds it. */
  claim: z.string(),
});

/** A number in the hands of its payer. */
export interface Lease extends z.infer<typeof leaseData> {
  readonly number: string;
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly state: PhoneLeaseState;
  /** As it is stored. */
  readonly data: StoredRecord['data'];
}

/** The chain that a call pays on; where it pays on none, the host itself. */
export function chainOf({ payment, host }: Call): string {
  return payment?.network ?? host.payment?.network ?? host.id;
}

/** Leases a number; `undefined` when somebody else was faster. */
export async function openLease(
  services: Services,
  lease: Pick<Lease, 'number' | 'owner' | 'chain' | 'claim'>,
): Promise<Lease | undefined> {
  const { number, owner, chain, claim } = lease;
  const data = { lease: createId(services.random, 'lease'), chain, claim, startedAt: services.clock.now() };
  const record = { kind: kinds.lease, id: number, owner, data };
  return (await services.store.records.insert(record)) ? toLease(services, record) : undefined;
}

/** The lease of a number, unless nobody has it. */
export async function findLease(services: Services, number: string): Promise<Lease | undefined> {
  const record = await services.store.records.find(kinds.lease, number);
  return record && current(services, record);
}

/** Leases of one owner on one chain, or all there are, oldest first. */
export async function listLeases(services: Services, of?: Pick<Lease, 'owner' | 'chain'>): Promise<readonly Lease[]> {
  const records = await services.store.records.list(kinds.lease, of?.owner);
  const leases = await Promise.all(records.map((record) => current(services, record)));
  return leases.filter((lease) => lease !== undefined).filter(({ chain }) => of === undefined || chain === of.chain);
}

/** What an event does to a lease. Throws the refusal of what comes too late. */
export function stepOf({ state }: Lease, event: PhoneLeaseEvent) {
  const step = phoneLease.step(state, event, {});
  const late = event === 'renew' ? 'renewal-too-late' : 'lease-expired';
  if (!step.ok) throw new Problem(late, { error: 'The lease of this number has expired' });
  return step;
}

/** Adds one term to a lease; a renewal that is repeated under its claim counts once. */
export async function renewLease(services: Services, lease: Lease, claim: string): Promise<Lease | undefined> {
  const { state } = stepOf(lease, 'renew');
  if (state !== lease.state) await enter(services, lease, state);
  else await services.store.records.insert({ kind: kinds.renewal, id: claim, owner: lease.lease, data: {} });
  return findLease(services, lease.number);
}

/** Gives a number back. */
export function releaseLease(services: Services, lease: Lease): Promise<unknown> {
  return enter(services, lease, stepOf(lease, 'release').state);
}

/** A lease that has come to its end is nobody's. */
async function enter(services: Services, lease: Lease, state: PhoneLeaseState): Promise<void> {
  if (phoneLease.states[state].final) await endLease(services, lease);
}

/** Takes a renewal back. */
export function undoRenewal({ store }: Services, claim: string): Promise<boolean> {
  return store.records.remove(kinds.renewal, claim);
}

/** Ends a lease at once; false when it had ended already, even if its number has been leased again since. */
export function endLease({ store }: Services, { number, data }: Lease): Promise<boolean> {
  return store.records.remove(kinds.lease, number, data);
}

/** A lease as answers show it. */
export function leaseBody({ number, expiresAt, chain, state }: Lease) {
  return {
    phone_number: number,
    expires_at: new Date(expiresAt).toISOString(),
    chain,
    active: state === 'active',
  };
}

/** A lease as it stands; a number whose time is long over goes back to the pool when somebody looks. */
async function current(services: Services, record: StoredRecord): Promise<Lease | undefined> {
  const lease = await toLease(services, record);
  if (!phoneLease.states[lease.state].final) return lease;
  await endLease(services, lease);
  return undefined;
}

async function toLease({ store, clock }: Services, { id, owner, data }: StoredRecord): Promise<Lease> {
  const own = leaseData.parse(data);
  const renewals = await store.records.list(kinds.renewal, own.lease);
  const expiresAt = own.startedAt + (1 + renewals.length) * term;
  return { ...own, number: id, owner, data, expiresAt, state: stateAt(clock.now() - expiresAt) };
}

/** The state so many milliseconds after the end of a lease. */
function stateAt(since: number): PhoneLeaseState {
  const events: readonly PhoneLeaseEvent[] = since < 0 ? [] : since < grace ? ['expire'] : ['expire', 'reclaim'];
  return events.reduce<PhoneLeaseState>((state, event) => {
    const step = phoneLease.step(state, event, {});
    return step.ok ? step.state : state;
  }, phoneLease.initial);
}
