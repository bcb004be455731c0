import { EvaluationError } from '../../../cel/values.ts';
import { isObject } from '../../../json-schema/walk.ts';
import type { Condition, Expression, Json } from '../../../model/types.ts';
import type { Context } from '../../kind.ts';
import type { Witness, WitnessRequest } from '../../witness.ts';
import { domainOf, type Held } from '../calls/domain.ts';
import { CallPair, constantsOf } from '../calls/pair.ts';
import { clausesOf } from '../formulas/clauses.ts';
import { TooManyAlternatives } from '../schema/alternatives.ts';
import type { Side } from '../schema/universe.ts';

/** How the requests that rules accept differ between two releases. */
export interface RuleComparison {
  /** How the answer is known. */
  readonly by: string;
  /** A request that only the older rules accept. */
  readonly lost?: WitnessRequest;
  /** A request that only the newer rules accept. */
  readonly gained?: WitnessRequest;
}

/** Requests that are tried at most. */
const most = 1500;

/** Compares all rules across fields of an operation, with attention to those that differ. */
export function compareRules(
  conditions: readonly Condition[],
  { host, operation }: Context,
  held?: Held,
): RuleComparison | undefined {
  if (!host || !operation) return undefined;
  const pair = new CallPair(host, operation);
  if (sameClauses(pair)) return { by: 'algebra' };
  const trees = conditions.flatMap(({ when, must }) => [...(when ? [when.tree] : []), must.tree]);
  try {
    return tried(pair, conditions, trees, held);
  } catch (error) {
    if (error instanceof TooManyAlternatives || error instanceof EvaluationError)
      return { by: 'nothing that was tried' };
    throw error;
  }
}

function sameClauses(pair: CallPair): boolean {
  const form = (side: Side) => {
    const catalog = (id: string) => (pair.isCatalogChanged(id) ? ` of the ${side} release` : '');
    return clausesOf(pair.operation(side).conditions, { inputs: {}, constants: constantsOf(pair.view(side)), catalog });
  };
  const old = form('old');
  return old !== undefined && old === form('new');
}

function tried(
  pair: CallPair,
  conditions: readonly Condition[],
  trees: readonly Expression[],
  held: Held | undefined,
): RuleComparison {
  const domain = domainOf(pair, trees, most, held);
  const violations = conditions.flatMap(({ violation }) => (violation === undefined ? [] : [violation]));
  const requests = [
    ...violations.flatMap((each) => overridden(pair, each)),
    ...domain.calls.map(({ request }) => request),
  ];
  let lost: WitnessRequest | undefined;
  let gained: WitnessRequest | undefined;
  let count = 0;
  for (const request of requests) {
    if (!pair.matches('old', request) || !pair.matches('new', request)) continue;
    count += 1;
    const [was, is] = [pair.broken('old', request).length === 0, pair.broken('new', request).length === 0];
    if (was && !is) lost ??= request;
    if (!was && is) gained ??= request;
    if (lost && gained) break;
  }
  const by = domain.complete ? 'every input' : `${count} sampled inputs`;
  return { by, ...(lost && { lost }), ...(gained && { gained }) };
}

/** The example of an operation with the parts that a violation overrides. */
function overridden(pair: CallPair, violation: Json): WitnessRequest[] {
  if (!isObject(violation)) return [];
  return (['old', 'new'] as const).map((side) => {
    const { example } = pair.operation(side);
    const merged = Object.entries(violation).map(([part, value]) => {
      const own = Object.entries(example).find(([name]) => name === part)?.[1];
      return [part, isObject(own) && isObject(value) ? { ...own, ...value } : value];
    });
    return { ...example, ...Object.fromEntries(merged) };
  });
}

/** The proof that only one release accepts a request. */
export function ruleProof(
  request: WitnessRequest,
  accepted: 'before' | 'after',
  context: Context,
): { readonly witness?: Witness } {
  const { host, operation } = context;
  if (!host || !operation) return {};
  return { witness: { claim: 'request', host: host.id, operation: operation.before.id, request, accepted } };
}
