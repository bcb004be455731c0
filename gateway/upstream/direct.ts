import type { UpstreamContext } from './context.ts';
import { UpstreamFailure } from './failure.ts';
import type { Direction, Script } from './script.ts';

const slowAnswer = 200;

/** Takes the scripted outcome of a call: throws its failure, waits for its delay, or returns it. */
export type Directed = (context: UpstreamContext) => Promise<Direction | undefined>;

/** Applies a script to calls. */
export function director(script: Script): Directed {
  return async ({ route, signal }) => {
    const direction = script.take(route);
    if (direction === undefined) return undefined;
    refuse(direction);
    if (direction.outcome === 'slow') await pause(slowAnswer, signal);
    return direction;
  };
}

/** Throws the failure of a scripted outcome, if it is one. */
export function refuse({ outcome, detail }: Direction): void {
  switch (outcome) {
    case 'fail':
      throw new UpstreamFailure('failed', 'The provider failed.');
    case 'reject':
      throw new UpstreamFailure('rejected', 'The provider refused the input.', {
        status: numberOr(detail.status, 400),
      });
    case 'timeout':
      throw new UpstreamFailure('timeout', 'The provider did not respond in time.');
    case 'unconfigured':
      throw new UpstreamFailure('unconfigured', 'The provider is not configured or is paused.');
    case 'capacity':
      throw new UpstreamFailure('capacity', 'The provider has no capacity left.', {
        ...(typeof detail.retry_after_seconds === 'number' && { retryAfter: detail.retry_after_seconds }),
        ...(typeof detail.source === 'string' && { source: detail.source }),
      });
    default:
      return;
  }
}

/** A number of the detail of a scripted outcome, or its default. */
export function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new UpstreamFailure('timeout', 'The caller disconnected.'));
    });
  });
}
