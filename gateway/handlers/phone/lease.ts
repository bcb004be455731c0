import type { Call } from '@tollwright/runtime/operation/handler';
import { Problem } from '@tollwright/runtime/operation/problem';
import type { Services } from '@tollwright/runtime/pipeline/services';
import { type StoredRecord, undone } from '@tollwright/runtime/store/records';
import { createId } from '@tollwright/runtime/system/random';
import { z } from 'zod';
import { type PhoneLeaseEvent, type PhoneLeaseState, phoneLease } from '#generated/machines/phone-lease.ts';

const day = 24 * 60 * 60 * 1000;

/** Milliseconds that one payment buys. */
const term = 30 * day;

/** Milliseconds for which an expired number stays listed. */
const grace = day;

const kinds = { lease: 'phone-lease', renewal: 'phone-renewal' };

const leaseData = z.object({
  /** Id of this lease; the number may have had others before. */
  lease: z.string(),
  /** Network that it was bought on. */
  chain: z.string(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
});

/** A leased number. */
export interface Lease extends z.infer<typeof leaseData> {
  readonly number: string;
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly state: PhoneLeaseState;
  /** As it is stored. */
  readonly data: StoredRecord['data'];
}

/** The network that a call pays on; the host's id where it pays on none. */
export function chainOf({ payment, host }: Call): string {
  return payment?.network ?? host.payment?.network ?? host.id;
}

/** Leases a number once the claim has settled; `undefined` when it is leased already. */
export async function openLease(
  services: Services,
  lease: Pick<Lease, 'number' | 'owner' | 'chain'>,
  claim: string,
): Promise<Lease | undefined> {
  const { number, owner, chain } = lease;
  const data = { lease: createId(services.random, 'lease'), chain, startedAt: services.clock.now() };
  const record = { kind: kinds.lease, id: number, owner, data, claim };
  return (await services.store.records.insert(record)) ? toLease(services, record) : undefined;
}

const orders = 'phone-order';

/** Records the order of a number, so that a start after a crash can cancel it; returns its id. */
export async function openOrder(services: Services, owner: string, claim: string): Promise<string> {
  const id = createId(services.random, 'order');
  await services.store.records.insert({ kind: orders, id, owner, data: {}, claim });
  return id;
}

/** Forgets an order whose number is leased, or that bought none. */
export function closeOrder({ store }: Services, id: string): Promise<boolean> {
  return store.records.remove(orders, id);
}

/** True if a record is an order whose outcome was not recorded. */
export function isOrder({ kind }: StoredRecord): boolean {
  return kind === orders;
}

/** The lease that a claim pays for, whether it has settled or not. */
export async function leaseOfClaim(services: Services, claim: string): Promise<Lease | undefined> {
  const found = (await services.store.records.ofClaim(claim)).find(({ kind }) => kind === kinds.lease);
  return found && toLease(services, found);
}

/** Every number that is leased, or will be once its payment has settled. */
export async function takenNumbers(services: Services): Promise<ReadonlySet<string>> {
  const waiting = (await services.store.records.unsettled()).filter(isLease);
  const leases = await listLeases(services);
  return new Set([...leases.map(({ number }) => number), ...waiting.map(({ id }) => id)]);
}

/** True if a record is a lease; its id is the number. */
export function isLease({ kind }: StoredRecord): boolean {
  return kind === kinds.lease;
}

/** The lease of a number, if it is leased. */
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

/** The transition of a lease on an event. Throws a problem for an event that comes too late. */
export function stepOf({ state }: Lease, event: PhoneLeaseEvent) {
  const step = phoneLease.step(state, event, {});
  if (!step.ok) throw new Problem('lease-over', { error: 'The lease of this number has expired' });
  return step;
}

/** Adds one term to a lease once the claim has settled; a renewal repeated with the same claim counts once. */
export async function renewLease(services: Services, lease: Lease, claim: string): Promise<void> {
  const { state } = stepOf(lease, 'renew');
  if (state !== lease.state) return enter(services, lease, state);
  if (await renewalOfClaim(services, claim)) return;
  const id = createId(services.random, 'renewal');
  await services.store.records.insert({ kind: kinds.renewal, id, owner: lease.lease, data: {}, claim });
}

/** Releases a number. */
export function releaseLease(services: Services, lease: Lease): Promise<unknown> {
  return enter(services, lease, stepOf(lease, 'release').state);
}

/** Removes an ended lease. */
async function enter(services: Services, lease: Lease, state: PhoneLeaseState): Promise<void> {
  if (phoneLease.states[state].final) await endLease(services, lease);
}

async function renewalOfClaim({ store }: Services, claim: string): Promise<StoredRecord | undefined> {
  return (await store.records.ofClaim(claim)).find(({ kind }) => kind === kinds.renewal);
}

/** Undoes the renewal that a claim has not paid for. */
export async function undoRenewal(services: Services, claim: string): Promise<void> {
  const renewal = await renewalOfClaim(services, claim);
  if (renewal) await services.store.records.remove(renewal.kind, renewal.id);
}

/** Takes a lease from the claim that has not paid for it: the number stays taken, and a repeated request buys another one. */
export function unbindLease({ store }: Services, { number, owner, data }: Lease): Promise<void> {
  return store.records.put({ kind: kinds.lease, id: number, owner, data, claim: undone });
}

/** Ends a lease at once; false when it had ended already, even if its number has been leased again since. */
export function endLease({ store }: Services, { number, data }: Lease): Promise<boolean> {
  return store.records.remove(kinds.lease, number, data);
}

/** A lease as in responses. */
export function leaseBody({ number, expiresAt, chain, state }: Lease) {
  return {
    phone_number: number,
    expires_at: new Date(expiresAt).toISOString(),
    chain,
    active: state === 'active',
  };
}

/** A lease in its current state; a number that expired long ago is reclaimed when it is read. */
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
