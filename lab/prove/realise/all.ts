/** Makes the gateway keep to a wrong contract. */

import type { Alteration } from '#gateway/start.ts';
import type { Mutant } from '#lab/mutants/mutant.ts';
import { realiseConditions, realiseConflicts } from './conditions.ts';
import { realiseDeadlines } from './deadlines.ts';
import { realiseErrors } from './errors.ts';
import { emittedMachines, type Misdirected, misdirect, realiseEffects, realiseStates } from './machines.ts';
import { type Realisation, type Side, sideOf } from './pair.ts';
import { realiseQuotes } from './quotes.ts';
import { realiseRequests } from './requests.ts';
import { realiseInvariants, realisePromises, realiseResponses } from './responses.ts';
import { realiseLimits, realisePaths, realisePayment } from './routes.ts';
import { realiseStories } from './stories.ts';
import { realiseStreams } from './streams.ts';
import { realiseUnknownKeys } from './unknown-keys.ts';

const realisations: readonly Realisation[] = [
  realiseRequests,
  realiseUnknownKeys,
  realiseQuotes,
  realiseConflicts,
  realiseConditions,
  realiseLimits,
  realisePayment,
  realiseEffects,
  realiseDeadlines,
  realiseErrors,
  realiseResponses,
  realisePromises,
  realiseInvariants,
  realiseStates,
  realiseStreams,
  realiseStories,
  realisePaths,
];

/** A gateway that keeps to a wrong contract: what to start it with, and how to end the pretence. */
export interface Realised extends Misdirected {
  readonly alter: Alteration;
}

/** Realises a mutant of the contract that `right` has read. */
export async function realise(right: Side, mutant: Mutant): Promise<Realised> {
  const pair = { right, wrong: sideOf(mutant.contract), mutant };
  const misdirected = misdirect(await emittedMachines(), pair);
  return { ...misdirected, alter: (parts) => realisations.reduce((altered, each) => each(altered, pair), parts) };
}
