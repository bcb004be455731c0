import { setTimeout as delay } from 'node:timers/promises';
import { retryAfter } from '@tollwright/runtime/http/retry-after';
import type { Run } from '../check/run.ts';
import type { Limit, Operation } from '../contract/contract.ts';
import type { Client } from '../http/client.ts';
import { NoResponse } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { buildRequest } from '../run/request.ts';
import { type Counted, countLimit, maxCounted } from './count.ts';
import type { Difference, Part } from './moved.ts';

/** A client with a record of the requests that it sent. */
export interface RecordingClient extends Client {
  readonly sent: readonly {
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly at: number;
  }[];
}

/** A client that records method, path without query, status and time of each request. */
export function recording(client: Client): RecordingClient {
  const sent: RecordingClient['sent'][number][] = [];
  return {
    ...client,
    sent,
    async exchange(request, signal) {
      const received = await client.exchange(request, signal);
      const [path = ''] = request.path.split('?');
      sent.push({ method: request.method, path, status: received.status, at: performance.now() });
      return received;
    },
  };
}

/** Counts limits that the host states nowhere, where the operator of the run allows that they are used up. */
export async function driftOfCounts(run: Run, open: readonly string[], client: RecordingClient): Promise<Part> {
  const limits = run.contract.limits.filter(({ id }) => open.includes(id));
  const moved: Difference[] = [];
  const unseen: string[] = [];
  let compared = 0;
  for (const limit of limits) {
    const operation = countable(run, limit);
    if (!operation) {
      unseen.push(`Limit ${limit.id}: neither headers of free reads nor documents state it.`);
    } else if (run.exhaust) {
      const counted = await counting(run, limit, operation, client);
      if (counted.result === 'unknown') unseen.push(`Limit ${limit.id}: ${counted.why}.`);
      else compared += 1;
      moved.push(...differenceOf(limit, operation, counted));
    } else {
      unseen.push(`Limit ${limit.id}: the host does not state it; --exhaust counts it and uses it up.`);
    }
  }
  return { moved, compared, unseen };
}

/** The operation by which a limit is counted: a free read of a limit for each address, which is not too large. */
function countable({ contract }: Run, { operations, count, key }: Limit): Operation | undefined {
  if (count > maxCounted || key !== 'ip') return undefined;
  return contract.operations.find(
    ({ id, method, price, auth, closed }) =>
      operations.includes(id) && method === 'GET' && !price && auth === 'none' && closed === undefined,
  );
}

async function counting(run: Run, limit: Limit, operation: Operation, client: RecordingClient): Promise<Counted> {
  const request = buildRequest(sampleOf(operation), { target: run.target });
  const limitedStatus = run.contract.errors[limit.error]?.http;
  // Whether all operations of a limit share one counter may be left open.
  const all = run.contract.operations.filter(({ id }) => limit.operations.includes(id)).map(pathPattern);
  const own = pathPattern(operation);
  const start = client.sent[0]?.at ?? performance.now();
  const call = async () => {
    const { status, headers } = await client.exchange(request);
    const reset = retryAfter(headers, Date.now());
    return { isLimited: status === limitedStatus, ...(reset !== undefined && { reset: Math.ceil(reset) }) };
  };
  try {
    return await countLimit(limit, {
      call,
      made(seconds) {
        const since = performance.now() - seconds * 1000;
        const sent = client.sent.filter(({ status, at }) => at >= since && status !== limitedStatus);
        return {
          fewest: sent.filter(({ method, path, status }) => method === 'GET' && status === 200 && own.test(path))
            .length,
          most: sent.filter(({ path }) => all.some((each) => each.test(path))).length,
        };
      },
      elapsed: () => (performance.now() - start) / 1000,
      wait: (seconds) => delay(seconds * 1000),
    });
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    return { result: 'unknown', why: error.message.replace(/\.$/, '') };
  }
}

/** The paths of an operation's calls. */
function pathPattern({ path }: Operation): RegExp {
  return new RegExp(`${path.replace(/\{[^}]*\}/g, '[^/]+')}$`);
}

function differenceOf(limit: Limit, { method, path }: Operation, counted: Counted): Difference[] {
  if (counted.result !== 'fewer' && counted.result !== 'more') return [];
  const live = counted.result === 'more' ? `more than ${limit.count} calls` : `about ${counted.calls} calls`;
  const others = counted.result === 'more' ? '' : ' Calls of others at this address count as well.';
  return [
    {
      kind: 'limit',
      id: `limit.${limit.id}`,
      text: `${limit.id} allows ${live} in ${limit.window} seconds, not ${limit.count}.${others}`,
      before: `${limit.count} calls in ${limit.window} seconds`,
      after: `${live} in ${limit.window} seconds`,
      request: `${method} ${path}`,
      statements: limit.from,
    },
  ];
}
