import { ruleAdded } from './rule-added.ts';
import { ruleHidden } from './rule-hidden.ts';
import { ruleHostsGained } from './rule-hosts-gained.ts';
import { ruleHostsLost } from './rule-hosts-lost.ts';
import { ruleLevelLowered } from './rule-level-lowered.ts';
import { ruleLevelRaised } from './rule-level-raised.ts';
import { ruleMadeLaxer } from './rule-made-laxer.ts';
import { ruleMadeStricter } from './rule-made-stricter.ts';
import { ruleRemoved } from './rule-removed.ts';
import { ruleReworded } from './rule-reworded.ts';
import { ruleStatementsChanged } from './rule-statements-changed.ts';

/** Kinds of change of how rules are judged. */
export const verdicts = [
  ruleAdded,
  ruleHidden,
  ruleHostsGained,
  ruleHostsLost,
  ruleLevelLowered,
  ruleLevelRaised,
  ruleMadeLaxer,
  ruleMadeStricter,
  ruleRemoved,
  ruleReworded,
  ruleStatementsChanged,
];
