import { UsageError } from '../common/usage-error.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import type { Client } from '../http/client.ts';
import type { ReceivedResponse } from '../http/exchange.ts';
import { NoResponse, NotTestable } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import type { Target } from '../target/target.ts';
import { textsWithin } from './localize.ts';
import { Refusals } from './refusals.ts';
import { buildRequest } from './request.ts';

/** The result of the first requests to a target. */
export interface ReachedTarget {
  /** Every text of the live catalogs. */
  readonly live: ReadonlySet<string>;
  /** Seconds that the target's clock is ahead of ours, by its `Date` header. */
  readonly skew: number;
  readonly requests: number;
  /** True while the target still responds. */
  readonly alive: () => Promise<boolean>;
}

/** Free operations that are called first; any of them shows whether there is an API. */
const maxProbes = 5;

/** Calls a few free operations of the target; throws `UsageError` when it cannot be a deployment of the service. */
export async function reach(client: Client, contract: Contract, target: Target): Promise<ReachedTarget> {
  const probed = probesOf(contract);
  const paths = probed.length > 0 ? probed : contract.operations.slice(0, 1);
  const call = (operation: Operation | undefined) => client.exchange(requestFor(operation, contract, target));

  const responses = await Promise.allSettled(paths.length > 0 ? paths.map(call) : [call(undefined)]);
  const received = responses.flatMap((response) => (response.status === 'fulfilled' ? [response.value] : []));
  const [first] = received;
  if (!first) throw new UsageError(`${target.url} cannot be tested: ${reasonOf(responses)}`);
  const refusals = new Refusals(contract);
  for (const [index, response] of responses.entries()) {
    const operation = paths[index];
    if (operation && response.status === 'fulfilled') refusals.add(operation, response.value);
  }
  if (refusals.reason !== undefined) throw new UsageError(`${target.url} cannot be tested: ${refusals.reason}`);
  if (contract.host.auth !== 'none' && received.every(isPage)) {
    throw new UsageError(`${target.url} returns web pages (HTML), so it is not the API. Check the URL.`);
  }

  const date = Date.parse(first.headers.date ?? '');
  return {
    live: new Set(received.flatMap(({ json }) => textsWithin(json))),
    skew: Number.isNaN(date) ? 0 : Math.round((date - Date.now()) / 1000),
    requests: responses.length,
    alive: async () => {
      try {
        await call(paths[0]);
        return true;
      } catch (error) {
        if (error instanceof NoResponse) return false;
        throw error;
      }
    },
  };
}

/** The free operations that are called first; those of live catalogs come before the others. */
export function probesOf(contract: Contract): readonly Operation[] {
  const catalogs = new Set(Object.values(contract.catalogs).map((catalog) => catalog.live));
  const free = contract.operations.filter(
    (operation) => operation.method === 'GET' && operation.auth === 'none' && !operation.path.includes('{'),
  );
  return [...free.filter(({ id }) => catalogs.has(id)), ...free.filter(({ id }) => !catalogs.has(id))].slice(
    0,
    maxProbes,
  );
}

/** The API key of the target, on hosts that take one. */
function apiKeyOf({ host }: Contract, { apiKey }: Target): string | undefined {
  return host.auth === 'bearer' ? apiKey : undefined;
}

function requestFor(operation: Operation | undefined, contract: Contract, target: Target) {
  const root = { method: 'GET', path: `${contract.host.prefix}/`, headers: { accept: '*/*' } };
  if (!operation) return root;
  try {
    return buildRequest(sampleOf(operation), { target, apiKey: apiKeyOf(contract, target) });
  } catch (error) {
    if (error instanceof NotTestable) return root;
    throw error;
  }
}

function isPage({ headers, text }: ReceivedResponse): boolean {
  return (headers['content-type'] ?? '').includes('html') || /^\s*<(!doctype|html)/i.test(text);
}

function reasonOf(responses: readonly PromiseSettledResult<ReceivedResponse>[]): string {
  const [first] = responses.flatMap((response) => (response.status === 'rejected' ? [response.reason] : []));
  if (first instanceof NoResponse) return first.message;
  throw first;
}
