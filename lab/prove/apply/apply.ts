/** Makes the gateway keep to a wrong contract. */

import type { Alteration } from '#gateway/start.ts';
import type { Mutant } from '#lab/mutants/mutant.ts';
import { applyConditions, applyConflicts } from './conditions.ts';
import { type Application, type Side, sideOf } from './contracts.ts';
import { applyErrors } from './errors.ts';
import {
  applyDeadlines,
  applyEffects,
  applyStates,
  changeMachines,
  emittedMachines,
  type Restorable,
} from './machines.ts';
import { applyQuotes } from './quotes.ts';
import { applyRequests, applyUnknownKeys } from './requests.ts';
import { applyInvariants, applyPromises, applyResponses, applyStreams } from './responses.ts';
import { applyAccess, applyLimits, applyPaths, applyPayment } from './routes.ts';
import { applyScenarios } from './scenarios.ts';

const applications: readonly Application[] = [
  applyRequests,
  applyUnknownKeys,
  applyQuotes,
  applyConflicts,
  applyConditions,
  applyLimits,
  applyPayment,
  applyAccess,
  applyEffects,
  applyDeadlines,
  applyErrors,
  applyResponses,
  applyPromises,
  applyInvariants,
  applyStates,
  applyStreams,
  applyScenarios,
  applyPaths,
];

/** A mutant as a change of our gateway, which can be undone. */
export interface AppliedMutant extends Restorable {
  readonly alter: Alteration;
}

/** Applies a mutant to our gateway, or to that of a project with its `machines` in a folder. */
export async function applyMutant(right: Side, mutant: Mutant, machines?: string): Promise<AppliedMutant> {
  const pair = { right, wrong: sideOf(mutant.contract), mutant };
  const changedMachines = changeMachines(await emittedMachines(machines), pair);
  return { ...changedMachines, alter: (parts) => applications.reduce((altered, each) => each(altered, pair), parts) };
}
