import type { Received } from '../check/exchange.ts';
import { NoResponse, NotTestable } from '../check/interruption.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import type { Client } from '../http/client.ts';
import { sampleOf } from '../requests/sample.ts';
import type { Target } from '../target/target.ts';
import { UsageError } from '../usage/usage-error.ts';
import { textsWithin } from './localize.ts';
import { buildRequest } from './request.ts';

/** What the first contact with a target told. */
export interface Reached {
  /** Every text of the live catalogs. */
  readonly live: ReadonlySet<string>;
  /** Seconds by which the target's clock is ahead of ours, as far as its `Date` header tells. */
  readonly skew: number;
  readonly requests: number;
  /** True while the target still answers. */
  readonly alive: () => Promise<boolean>;
}

/** Free operations asked at first; any of them tells whether there is an API at all. */
const probes = 5;

/** Asks the target a few free questions; throws `UsageError` when nothing there can be a deployment of the service. */
export async function reach(client: Client, contract: Contract, target: Target): Promise<Reached> {
  const catalogs = new Set(Object.values(contract.catalogs).map((catalog) => catalog.live));
  const free = contract.operations.filter(
    (operation) => operation.method === 'GET' && operation.auth === 'none' && !operation.path.includes('{'),
  );
  const asked = [...free.filter(({ id }) => catalogs.has(id)), ...free.filter(({ id }) => !catalogs.has(id))].slice(
    0,
    probes,
  );
  const paths = asked.length > 0 ? asked : contract.operations.slice(0, 1);
  // Whether free reads need a key may be left open: then it is shown where it is asked for.
  const ask = async (operation: Operation | undefined) => {
    const sent = requestFor(operation, contract, target);
    const received = await client.exchange(sent);
    if (received.status !== 401 || target.apiKey === undefined) return received;
    return client.exchange({ ...sent, headers: { ...sent.headers, authorization: `Bearer ${target.apiKey}` } });
  };

  const answers = await Promise.allSettled(paths.length > 0 ? paths.map(ask) : [ask(undefined)]);
  const received = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const [first] = received;
  if (!first) throw new UsageError(`${target.url} cannot be tested: ${reasonOf(answers)}`);
  if (contract.host.auth !== 'none' && received.every(isPage)) {
    throw new UsageError(`${target.url} answers with web pages (HTML), so it is not the API. Is the URL right?`);
  }

  const date = Date.parse(first.headers.date ?? '');
  return {
    live: new Set(received.flatMap(({ json }) => textsWithin(json))),
    skew: Number.isNaN(date) ? 0 : Math.round((date - Date.now()) / 1000),
    requests: answers.length,
    alive: async () => {
      try {
        await ask(paths[0]);
        return true;
      } catch (error) {
        if (error instanceof NoResponse) return false;
        throw error;
      }
    },
  };
}

function requestFor(operation: Operation | undefined, contract: Contract, target: Target) {
  const root = {
    method: 'GET',
    path: `${contract.host.prefix}/`,
    headers: { accept: '*/*', 'user-agent': 'tollwright' },
  };
  if (!operation) return root;
  try {
    return buildRequest(sampleOf(operation), { target, ...(target.apiKey && { apiKey: target.apiKey }) });
  } catch (error) {
    if (error instanceof NotTestable) return root;
    throw error;
  }
}

function isPage({ headers, text }: Received): boolean {
  return (headers['content-type'] ?? '').includes('html') || /^\s*<(!doctype|html)/i.test(text);
}

function reasonOf(answers: readonly PromiseSettledResult<Received>[]): string {
  const [first] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  if (first instanceof NoResponse) return first.message;
  throw first;
}
