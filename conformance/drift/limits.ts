import { freeRead } from '../calls/free-read.ts';
import type { Run } from '../check/run.ts';
import type { Limit } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { sampleOf } from '../http/sample.ts';
import type { Difference, Part } from './moved.ts';

/** A limit as the headers of a response state it. */
interface StatedLimit {
  readonly count: number;
  /** Seconds. */
  readonly window?: number;
}

/** Compares the limits of a release with those that responses to free reads state in their headers. */
export async function driftOfLimits(run: Run): Promise<Part> {
  const { limits, operations } = run.contract;
  const limited = operations.filter(
    ({ id, method, price, path, closed }) =>
      method === 'GET' &&
      !price &&
      !closed &&
      !path.includes('{') &&
      limits.some((limit) => limit.operations.includes(id)),
  );
  const moved = new Map<string, Difference>();
  const seen = new Set<string>();
  for (const operation of limited) {
    const own = limits.filter((limit) => limit.operations.includes(operation.id));
    const exchange = await freeRead(run, sampleOf(operation));
    const live = exchange && statedIn(exchange.received.headers);
    if (!exchange || !live) continue;
    for (const { id } of own) seen.add(id);
    const found = own.some((limit) => agrees(limit, live)) ? undefined : differenceFrom(own, live, exchange);
    if (found) moved.set(found.id, found);
  }
  const unread = limits.filter(({ id }) => !seen.has(id)).map(({ id }) => id);
  return {
    moved: [...moved.values()],
    compared: seen.size,
    unseen: unread.length > 0 ? [`Limits ${unread.join(', ')}: no free read states them in its headers.`] : [],
  };
}

/** The limit in the headers of a response: `RateLimit-Policy` and `RateLimit-Limit` of IETF drafts, or `X-RateLimit-Limit`. */
export function statedIn(headers: Readonly<Record<string, string>>): StatedLimit | undefined {
  const policy = headers['ratelimit-policy'] ?? '';
  const [, , quota] = /(^|;)\s*q=(\d+)/.exec(policy) ?? [];
  const [, window] = /;\s*w=(\d+)/.exec(policy) ?? [];
  const plain = /^\s*(\d+)/.exec(headers['ratelimit-limit'] ?? headers['x-ratelimit-limit'] ?? policy)?.[1];
  const count = quota ?? plain;
  return count === undefined
    ? undefined
    : { count: Number(count), ...(window !== undefined && { window: Number(window) }) };
}

function agrees({ count, sides, window }: Limit, live: StatedLimit): boolean {
  const isCount = [count, ...sides].includes(live.count);
  return isCount && (live.window === undefined || live.window === window);
}

function differenceFrom(own: readonly Limit[], live: StatedLimit, { sent }: Exchange): Difference | undefined {
  const [limit] = own;
  if (!limit) return undefined;
  const shown = ({ count, window }: StatedLimit) =>
    `${count} calls${window === undefined ? '' : ` in ${window} seconds`}`;
  return {
    kind: 'limit',
    id: `limit.${limit.id}`,
    text: `${limit.id} allows ${shown(live)}, not ${shown(limit)}.`,
    before: shown(limit),
    after: shown(live),
    request: `${sent.method} ${sent.path}`,
    statements: limit.from,
  };
}
