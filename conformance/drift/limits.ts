import { answerCacheOf } from '../calls/answer-cache.ts';
import { freeRead } from '../calls/free-read.ts';
import type { Run } from '../check/run.ts';
import type { Limit, Operation } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { isInterruption } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import type { Difference, Part } from './moved.ts';
import { limitInHeaders, limitsInDocument, type StatedLimit } from './stated-limits.ts';

/** The limits that a host states beside those of a release, by id, and what was compared. */
export interface LimitPart extends Part {
  /** Ids of the limits that the host states nowhere. */
  readonly open: readonly string[];
}

/** Compares the limits of a release with those that responses state in their headers, and documents of the host in words. */
export async function driftOfLimits(run: Run, documents: readonly Exchange[]): Promise<LimitPart> {
  const { limits, operations } = run.contract;
  const moved = new Map<string, Difference>();
  const seen = new Set<string>();
  for (const operation of operations.filter(({ closed }) => closed === undefined)) {
    const own = limits.filter((limit) => limit.operations.includes(operation.id));
    for (const { stated, exchange } of own.length > 0 ? await statedFor(run, operation, documents) : []) {
      if (stated.length === 0) continue;
      for (const { id } of own) seen.add(id);
      const isSame = own.some((limit) => stated.some((each) => agrees(limit, each)));
      const found = isSame ? undefined : differenceFrom(own, stated, exchange);
      if (found) moved.set(found.id, found);
    }
  }
  return {
    moved: [...moved.values()],
    compared: seen.size,
    unseen: [],
    open: limits.map(({ id }) => id).filter((id) => !seen.has(id)),
  };
}

/** The limits that a response to a call of an operation states, and those that each document states for it. */
async function statedFor(run: Run, operation: Operation, documents: readonly Exchange[]) {
  const answer = await unpaidAnswer(run, operation);
  const header = answer && limitInHeaders(answer.received.headers);
  return [
    ...(answer && header ? [{ stated: [header], exchange: answer }] : []),
    ...documents.map((exchange) => ({ stated: limitsInDocument(exchange.received, operation), exchange })),
  ];
}

/** The response to a call that costs nothing: a free read, or a call whose payment is asked for. */
async function unpaidAnswer(run: Run, operation: Operation): Promise<Exchange | undefined> {
  if (operation.method === 'GET' && !operation.price) return freeRead(run, sampleOf(operation));
  if (operation.auth !== 'payment' || !operation.price) return undefined;
  try {
    return await answerCacheOf(run).send(sampleOf(operation));
  } catch (error) {
    if (!(error instanceof Error && isInterruption(error))) throw error;
    return undefined;
  }
}

function agrees({ count, sides, window }: Limit, live: StatedLimit): boolean {
  const isCount = [count, ...sides].includes(live.count);
  return isCount && (live.window === undefined || live.window === window);
}

function differenceFrom(
  [limit]: readonly Limit[],
  stated: readonly StatedLimit[],
  { sent }: Exchange,
): Difference | undefined {
  if (!limit) return undefined;
  const shown = ({ count, window }: StatedLimit) =>
    `${count} calls${window === undefined ? '' : ` in ${window} seconds`}`;
  const live = [...new Set(stated.map(shown))].join(', ');
  return {
    kind: 'limit',
    id: `limit.${limit.id}`,
    text: `${limit.id} allows ${live}, not ${shown(limit)}.`,
    before: shown(limit),
    after: live,
    request: `${sent.method} ${sent.path}`,
    statements: limit.from,
  };
}
