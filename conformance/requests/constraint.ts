/** Rules about one keyword of a request's schema. */

import { formatOf } from '@tollwright/runtime/values/body-format';
import type { OperationContext } from '../arbitraries/domain.ts';
import { type Part, schemaOf } from '../arbitraries/fields.ts';
import { operationContextOf } from '../arbitraries/request-source.ts';
import type { Finding } from '../check/outcome.ts';
import type { RunSettings } from '../check/run.ts';
import { oncePer } from '../common/once-per.ts';
import type { Contract, JsonSchema, Rule } from '../contract/contract.ts';

/** One keyword at one place of the requests of one operation. */
export interface RequestConstraint {
  readonly run: RunSettings;
  readonly rule: Rule;
  readonly context: OperationContext;
  readonly part: Part;
  readonly schema: JsonSchema;
  readonly path: readonly string[];
  readonly keyword: string;
  /** True where values are sent as text: in queries, paths, headers, and bodies that are not JSON. */
  readonly text: boolean;
  /** True where the documents leave open whether the field has to be there. */
  readonly presenceIsOpen: boolean;
}

/** The number of requests that were judged for a rule, and the first finding. */
export interface RuleFinding {
  readonly count: number;
  readonly finding: Finding;
}

/** The constraint of a rule; `undefined` when the rule is not about requests. */
export function constraintOf(rule: Rule, run: RunSettings): RequestConstraint | undefined {
  if (!rule.schema || !rule.operation) return undefined;
  const { path, keyword } = rule.schema;
  const part = partOfRule(rule.schema);
  if (!part) return undefined;
  const context = operationContextOf(run, run.operation(rule.operation));
  const schema = schemaOf(context.operation, part);
  const presenceIsOpen = openPresences(run.contract).has(placeOf(rule));
  return (
    schema && {
      run,
      rule,
      context,
      part,
      schema,
      path,
      keyword,
      text: part !== 'body' || !isJson(context),
      presenceIsOpen,
    }
  );
}

/** The part of requests that a rule is about; `undefined` where it is about responses. */
function partOfRule({ in: part, status }: NonNullable<Rule['schema']>): Part | undefined {
  if (part === 'headers') return status === undefined ? 'header' : undefined;
  return part === 'body' || part === 'query' || part === 'params' ? part : undefined;
}

/** Places of fields that the documents call neither required nor optional. */
const openPresences = oncePer(
  ({ rules }: Contract): ReadonlySet<string> =>
    new Set(
      rules.flatMap((rule) => (rule.schema?.keyword === 'required' && rule.tier !== 'must' ? [placeOf(rule)] : [])),
    ),
);

function placeOf({ operation, schema }: Rule): string {
  return JSON.stringify([operation, schema?.in, schema?.path]);
}

/** True for an operation whose bodies are JSON, unless the request says another type. */
function isJson({ operation: { body } }: OperationContext): boolean {
  return formatOf(body?.contentType ?? 'application/json') === 'json';
}
