import { scenarioAdded } from './scenario-added.ts';
import { scenarioChanged } from './scenario-changed.ts';
import { scenarioRemoved } from './scenario-removed.ts';
import { scenarioRetitled } from './scenario-retitled.ts';

/** Kinds of change of scenarios. */
export const scenarios = [scenarioAdded, scenarioChanged, scenarioRemoved, scenarioRetitled];
