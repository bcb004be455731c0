import { effectAdded } from './effect-added.ts';
import { effectRemoved } from './effect-removed.ts';
import { endingAdded } from './ending-added.ts';
import { endingRemoved } from './ending-removed.ts';
import { guardAdded } from './guard-added.ts';
import { guardChanged } from './guard-changed.ts';
import { guardRemoved } from './guard-removed.ts';
import { initialStateChanged } from './initial-state-changed.ts';
import { invariantAdded } from './invariant-added.ts';
import { invariantChanged } from './invariant-changed.ts';
import { invariantRemoved } from './invariant-removed.ts';
import { machineDescribedAnew } from './machine-described-anew.ts';
import { machineReadElsewhere } from './machine-read-elsewhere.ts';
import { stateAdded } from './state-added.ts';
import { stateRemoved } from './state-removed.ts';
import { timerLengthened } from './timer-lengthened.ts';
import { timerShortened } from './timer-shortened.ts';
import { transitionAdded } from './transition-added.ts';
import { transitionLeadsElsewhere } from './transition-leads-elsewhere.ts';
import { transitionRemoved } from './transition-removed.ts';
import { transitionShownOtherwise } from './transition-shown-otherwise.ts';

/** Kinds of change of lifecycles. */
export const machines = [
  effectAdded,
  effectRemoved,
  endingAdded,
  endingRemoved,
  guardAdded,
  guardChanged,
  guardRemoved,
  initialStateChanged,
  invariantAdded,
  invariantChanged,
  invariantRemoved,
  machineDescribedAnew,
  machineReadElsewhere,
  stateAdded,
  stateRemoved,
  timerLengthened,
  timerShortened,
  transitionAdded,
  transitionLeadsElsewhere,
  transitionRemoved,
  transitionShownOtherwise,
];
