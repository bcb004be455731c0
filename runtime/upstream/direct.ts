/** Outcomes that a control API scripts for calls of providers. Every adapter carries them out. */

import type { Direction, Script } from '../operation/script.ts';
import { UpstreamFailure } from './failure.ts';

/** Milliseconds of a slow answer. */
const slowAnswer = 200;

/** A call of a provider: the gateway's route that makes it, and the signal that aborts it. */
export interface DirectedCall {
  readonly route: string;
  readonly signal: AbortSignal;
}

/** Takes the scripted outcome of a call: throws its failure, waits for its delay, or returns it. */
export type Director = (call: DirectedCall) => Promise<Direction | undefined>;

/** Applies a script to calls. */
export function director(script: Script): Director {
  return ({ route, signal }) => obey(script.take(route), signal);
}

/** Carries out a scripted outcome: throws its failure or waits for its delay, and returns it for the answer. */
export async function obey(direction: Direction | undefined, signal: AbortSignal): Promise<Direction | undefined> {
  if (direction === undefined) return undefined;
  refuse(direction);
  if (direction.outcome === 'slow') await pause(slowAnswer, signal);
  return direction;
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

/** The service tier that a provider reports, or that a control API has scripted. */
export function reportedTier(reported: unknown, direction: Direction | undefined): unknown {
  if (direction?.outcome === 'no_tier') return undefined;
  return direction?.outcome === 'other_tier' ? 'default' : reported;
}

/** A number of the detail of a scripted outcome, or its default. */
export function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

/** Waits. Rejects at once when the caller disconnects. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(new UpstreamFailure('timeout', 'The caller disconnected.'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
