/** Outcomes of an upstream call that can be scripted for the runtime's adapters. */
export const adapterOutcomes = [
  'succeed',
  'fail',
  'reject',
  'timeout',
  'slow',
  'cut',
  'capacity',
  'no_tier',
  'other_tier',
  'unconfigured',
] as const;

/** A scripted outcome of a provider, for tests that cannot wait for it to happen. */
export type Outcome = (typeof adapterOutcomes)[number] | 'empty' | 'mirror_fail';

/** A scripted outcome with its details. */
export interface Direction {
  readonly outcome: Outcome;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The scripted outcomes of the next calls, by route. */
export interface Script {
  /** Scripts the next `times` calls; `succeed` removes what was scripted before. */
  direct(route: string, direction: Direction, times: number): void;
  /** Takes the direction of the current call. */
  take(route: string): Direction | undefined;
  clear(): void;
}

/** Starts without directions: every provider succeeds. */
export function createScript(): Script {
  const queues = new Map<string, Direction[]>();
  return {
    direct(route, direction, times) {
      if (direction.outcome === 'succeed') {
        queues.delete(route);
        return;
      }
      const queue = queues.get(route) ?? [];
      for (let call = 0; call < times; call++) queue.push(direction);
      queues.set(route, queue);
    },
    take: (route) => queues.get(route)?.shift(),
    clear: () => queues.clear(),
  };
}
