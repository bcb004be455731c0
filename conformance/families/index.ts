import type { Family } from '../check/family.ts';
import type { Rule, RuleKind } from '../contract/contract.ts';
import { protocolChecks } from '../protocol/all.ts';
import { acceptFamily } from './accept.ts';
import { conditionFamily } from './condition.ts';
import { ensuresFamily } from './ensures.ts';
import { errorFamily } from './error.ts';
import { limitFamily } from './limit.ts';
import { invariantFamily, transitionFamily } from './machine.ts';
import { operationFamily } from './operation.ts';
import { pagesFamily } from './pages.ts';
import { priceFamily } from './price.ts';
import { requestFamily } from './request.ts';
import { responseFamily } from './response.ts';
import { scenarioFamily } from './scenario.ts';
import { servedFamily } from './served.ts';
import { streamFamily } from './stream.ts';
import { unknownKeysFamily } from './unknown-keys.ts';
import { webhookFamily } from './webhook.ts';

/** The checks of rules of the protocol, by the id of their rule. */
const checks = new Map(protocolChecks.map((check) => [check.id, check]));

/** Rules of the payment protocol and of HTTP itself; `conformance/protocol` has a check for each. */
const protocolFamily: Family = {
  kind: 'protocol',
  alone: (rule) => checks.get(rule.id)?.alone ?? false,
  whole: (rule) => checks.get(rule.id)?.whole ?? false,
  again: (rule) => checks.get(rule.id)?.again ?? false,
  async check(rule, run) {
    const check = checks.get(rule.id);
    return check ? check.check(run) : { verdict: 'error', detail: `There is no check for ${rule.id}.` };
  },
};

/** The check of every kind of rule. */
export const families: Readonly<Record<RuleKind, Family>> = {
  accept: acceptFamily,
  condition: conditionFamily,
  ensures: ensuresFamily,
  error: errorFamily,
  invariant: invariantFamily,
  limit: limitFamily,
  operation: operationFamily,
  pages: pagesFamily,
  price: priceFamily,
  protocol: protocolFamily,
  request: requestFamily,
  response: responseFamily,
  scenario: scenarioFamily,
  served: servedFamily,
  stream: streamFamily,
  transition: transitionFamily,
  'unknown-keys': unknownKeysFamily,
  webhook: webhookFamily,
};

/** True when the suite can judge a rule on a target that offers everything. */
export function hasCheck({ id, kind }: Pick<Rule, 'id' | 'kind'>): boolean {
  return kind === 'protocol' ? checks.has(id) : Object.hasOwn(families, kind);
}
