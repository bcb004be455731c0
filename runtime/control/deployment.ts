import type { Micro } from '../money/usd.ts';
import type { HostDefinition } from '../operation/host.ts';
import type { Outcome } from '../operation/script.ts';
import type { Services } from '../pipeline/services.ts';
import { createId } from '../system/random.ts';
import type { EventReceivers } from './events.ts';
import type { SettlementScript } from './settlement.ts';

/** An API key that a deployment is started with. */
export interface ApiKey {
  readonly key: string;
  readonly balance: Micro;
}

/** The parts of a running gateway that its control API acts on. */
export interface Deployment {
  readonly host: HostDefinition;
  readonly services: Services;
  readonly settlements: SettlementScript;
  /** Outcomes that can be scripted for the gateway's upstreams. */
  readonly outcomes: readonly Outcome[];
  readonly receivers: EventReceivers;
  /** Keys that a reset registers again, each with its first balance. */
  readonly apiKeys: readonly ApiKey[];
  /** Forgets the counts of every limit. */
  readonly resetLimits: () => void;
}

/** Registers the keys that the deployment is started with; one that exists already keeps its balance. */
export async function registerKeys({ services, apiKeys }: Pick<Deployment, 'services' | 'apiKeys'>): Promise<void> {
  for (const { key, balance } of apiKeys) {
    await services.store.accounts.create({ id: accountId(services), key, balance });
  }
}

/** An id for a new account. */
export function accountId({ random }: Services): string {
  return createId(random, 'acct');
}
