import type { Run } from '../check/run.ts';
import { inParallel } from '../common/in-parallel.ts';
import type { Operation } from '../contract/contract.ts';
import { addressLimitOf } from './responses.ts';

/** Probes of one check that are made at the same time. */
const defaultConcurrency = 8;

/**
 * The first finding, in the order of the items, of probes that do not touch each other.
 *
 * Its result, an error included, is that of probing one item after another; a few probes after the first finding may have
 * been made as well.
 */
export async function firstFinding<T, F>(
  items: readonly T[],
  probe: (item: T) => Promise<F | undefined>,
  concurrency: number = defaultConcurrency,
): Promise<F | undefined> {
  let first = items.length;
  const results = await inParallel([...items.entries()], concurrency, async ([index, item]) => {
    if (index > first) return undefined;
    const result = await probe(item).then(
      (finding) => ({ finding }),
      (error: unknown) => ({ error }),
    );
    if ('error' in result || result.finding !== undefined) first = Math.min(first, index);
    return result;
  });
  const result = results[first];
  if (result && 'error' in result) throw result.error;
  return result?.finding;
}

/**
 * The first finding of probes that pay, each for an operation of its own.
 *
 * Operations that count for a limit by address come last, one after another: a wait for a new window may move the
 * target's clock, which ends the windows of payments under way. So do those whose `alone` is true.
 */
export async function firstPaidFinding<T extends { readonly operation: Operation; readonly alone?: boolean }, F>(
  { contract }: Run,
  items: readonly T[],
  probe: (item: T) => Promise<F | undefined>,
): Promise<F | undefined> {
  const { last = [], beside = [] } = Object.groupBy(items, ({ operation, alone }) =>
    alone || addressLimitOf(contract, operation) ? 'last' : 'beside',
  );
  return (await firstFinding(beside, probe)) ?? firstFinding(last, probe, 1);
}
