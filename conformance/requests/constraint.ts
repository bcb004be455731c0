/** What a rule of a request's schema is about, and the requests that break it. */

import { type Part, schemaOf } from '../arbitraries/fields.ts';
import { absent } from '../arbitraries/route.ts';
import type { Run } from '../check/check.ts';
import type { Invocation } from '../check/exchange.ts';
import type { JsonSchema, Operation, Rule } from '../contract/contract.ts';
import { type AnswerCache, answerCacheOf } from './answer-cache.ts';
import type { Finding, InvalidRequest } from './verdicts.ts';

/** One keyword at one place of one operation's requests. */
export interface RequestConstraint {
  readonly answers: AnswerCache;
  readonly rule: Rule;
  readonly operation: Operation;
  readonly part: Part;
  readonly schema: JsonSchema;
  readonly path: readonly string[];
  readonly keyword: string;
  /** True where values travel as text. */
  readonly text: boolean;
}

/** How many requests were judged, and the first that misbehaved. */
export interface Judged {
  readonly count: number;
  readonly finding: Finding;
}

/** Resolves a rule; `undefined` when it is about no request. */
export function constraintOf(rule: Rule, run: Run): RequestConstraint | undefined {
  if (!rule.schema || !rule.operation) return undefined;
  const { in: part, path, keyword } = rule.schema;
  if (part !== 'body' && part !== 'query' && part !== 'params') return undefined;
  const operation = run.operation(rule.operation);
  const schema = schemaOf(operation, part);
  return schema && { answers: answerCacheOf(run), rule, operation, part, schema, path, keyword, text: part !== 'body' };
}

/** A request that breaks the rule at a place of its part. */
export function invalidRequest(
  { rule, part }: RequestConstraint,
  invocation: Invocation,
  path: readonly string[],
  value: unknown,
): InvalidRequest {
  const name = path.findLast((step) => !/^\d+$/.test(step));
  return {
    invocation,
    part,
    because: `\`${[part, ...path].join('.')}\` ${value === absent ? 'is missing' : `is ${shown(value)}`}`,
    ...(rule.error !== undefined && { error: rule.error }),
    ...(name !== undefined && { names: { name, always: false } }),
  };
}

/** A value for a sentence: its JSON, shortened. */
export function shown(value: unknown): string {
  const text = [...(JSON.stringify(value) ?? String(value))];
  const length = typeof value === 'string' ? ` (${[...value].length} characters)` : '';
  return text.length > 60 ? `${text.slice(0, 50).join('')}…${length}` : text.join('');
}
