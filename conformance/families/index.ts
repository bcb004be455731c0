import type { Family } from '../check/family.ts';
import type { Rule, RuleKind } from '../contract/contract.ts';
import { protocolChecks } from '../protocol/all.ts';
import { conditionFamily } from './condition.ts';
import { ensuresFamily } from './ensures.ts';
import { errorFamily } from './error.ts';
import { limitFamily } from './limit.ts';
import { invariantFamily, transitionFamily } from './machine.ts';
import { operationFamily } from './operation.ts';
import { priceFamily } from './price.ts';
import { protocolFamily } from './protocol.ts';
import { requestFamily } from './request.ts';
import { responseFamily } from './response.ts';
import { scenarioFamily } from './scenario.ts';
import { streamFamily } from './stream.ts';
import { unknownKeysFamily } from './unknown-keys.ts';

/** The check of every kind of rule. */
export const families: Readonly<Record<RuleKind, Family>> = {
  condition: conditionFamily,
  ensures: ensuresFamily,
  error: errorFamily,
  invariant: invariantFamily,
  limit: limitFamily,
  operation: operationFamily,
  price: priceFamily,
  protocol: protocolFamily,
  request: requestFamily,
  response: responseFamily,
  scenario: scenarioFamily,
  stream: streamFamily,
  transition: transitionFamily,
  'unknown-keys': unknownKeysFamily,
};

const protocolIds = new Set(protocolChecks.map(({ id }) => id));

/** True when the suite can judge a rule on a target that offers everything. */
export function hasCheck({ id, kind }: Pick<Rule, 'id' | 'kind'>): boolean {
  return kind === 'protocol' ? protocolIds.has(id) : Object.hasOwn(families, kind);
}
