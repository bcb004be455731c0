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
import { applyLimits, applyPaths, applyPayment } from './routes.ts';
import { applyScenarios } from './scenarios.ts';

const applications: readonly Application[] = [
  applyRequests,
  applyUnknownKeys,
  applyQuotes,
  applyConflicts,
  applyConditions,
  applyLimits,
  applyPayment,
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

/** A gateway that keeps to a wrong contract: what to start it with, and how to end the pretence. */
export interface AppliedMutant extends Restorable {
  readonly alter: Alteration;
}

/** Realises a mutant of the contract that `right` has read; `machines` is the folder of a project's own. */
export async function applyMutant(right: Side, mutant: Mutant, machines?: string): Promise<AppliedMutant> {
  const pair = { right, wrong: sideOf(mutant.contract), mutant };
  const changedMachines = changeMachines(await emittedMachines(machines), pair);
  return { ...changedMachines, alter: (parts) => applications.reduce((altered, each) => each(altered, pair), parts) };
}
