import type { Family } from '../check.ts';
import type { Rule, RuleKind } from '../contract.ts';
import { protocolChecks } from '../protocol/all.ts';
import { errorFamily } from './error.ts';
import { invariantFamily } from './invariant.ts';
import { limitFamily } from './limit.ts';
import { protocolFamily } from './protocol.ts';
import { scenarioFamily } from './scenario.ts';
import { streamFamily } from './stream.ts';
import { transitionFamily } from './transition.ts';

/** The check of every kind of rule. */
export const families: Readonly<Partial<Record<RuleKind, Family>>> = {
  error: errorFamily,
  invariant: invariantFamily,
  limit: limitFamily,
  protocol: protocolFamily,
  scenario: scenarioFamily,
  stream: streamFamily,
  transition: transitionFamily,
};

const protocolIds = new Set(protocolChecks.map(({ id }) => id));

/** True when the suite can judge a rule on a target that offers everything. */
export function hasCheck({ id, kind }: Pick<Rule, 'id' | 'kind'>): boolean {
  return kind === 'protocol' ? protocolIds.has(id) : families[kind] !== undefined;
}
