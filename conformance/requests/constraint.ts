/** Rules about one keyword of a request's schema, and the requests that break them. */

import { type Part, schemaOf } from '../arbitraries/fields.ts';
import type { NearMiss } from '../arbitraries/near-misses.ts';
import { type AnswerCache, answerCacheOf } from '../calls/answer-cache.ts';
import type { Run } from '../check/run.ts';
import { oncePer } from '../common/once-per.ts';
import type { Contract, JsonSchema, Operation, Rule } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import type { Finding, InvalidRequest } from './verdicts.ts';
import { describeViolation, fieldName } from './violation.ts';

/** One keyword at one place of the requests of one operation. */
export interface RequestConstraint {
  readonly cache: AnswerCache;
  readonly rule: Rule;
  readonly operation: Operation;
  readonly part: Part;
  readonly schema: JsonSchema;
  readonly path: readonly string[];
  readonly keyword: string;
  /** True where values are sent as text: in queries and paths. */
  readonly text: boolean;
  /** True where the documents leave open whether the field has to be there. */
  readonly presenceIsOpen: boolean;
}

/** The number of requests that were sent, and the first finding. */
export interface Judged {
  readonly count: number;
  readonly finding: Finding;
}

/** The constraint of a rule; `undefined` when the rule is not about requests. */
export function constraintOf(rule: Rule, run: Run): RequestConstraint | undefined {
  if (!rule.schema || !rule.operation) return undefined;
  const { in: part, path, keyword } = rule.schema;
  if (part !== 'body' && part !== 'query' && part !== 'params') return undefined;
  const operation = run.operation(rule.operation);
  const schema = schemaOf(operation, part);
  const presenceIsOpen = openPresences(run.contract).has(placeOf(rule));
  const common = { cache: answerCacheOf(run), rule, operation, part, path, keyword };
  return schema && { ...common, schema, text: part !== 'body', presenceIsOpen };
}

/** Places of fields of which the documents do not say whether they have to be there. */
const openPresences = oncePer(
  ({ rules }: Contract): ReadonlySet<string> =>
    new Set(
      rules.flatMap((rule) => (rule.schema?.keyword === 'required' && rule.tier !== 'must' ? [placeOf(rule)] : [])),
    ),
);

function placeOf({ operation, schema }: Rule): string {
  return JSON.stringify([operation, schema?.in, schema?.path]);
}

/** A request that breaks the keyword of the rule by a near miss. */
export function invalidRequest(
  { rule, part, keyword }: RequestConstraint,
  invocation: Invocation,
  { path, shape, invalid }: NearMiss,
): InvalidRequest {
  const [name, ...around] = path.filter((step) => !/^\d+$/.test(step)).toReversed();
  return {
    invocation,
    part,
    because: `${fieldName(part, path)} ${describeViolation({ keyword, shape, value: invalid })}`,
    ...(rule.error !== undefined && { error: rule.error }),
    ...(name !== undefined && { names: { name, around, always: false } }),
  };
}
