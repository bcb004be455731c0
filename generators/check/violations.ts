import { type Environment, EvaluationError, evaluate } from '../cel/evaluate.ts';
import { parseCel, toExpression } from '../cel/parse.ts';
import type { ConditionSource, OperationSource } from '../language/operation.ts';
import type { Selectable } from '../model/hosts.ts';
import type { Located } from '../model/spec.ts';
import { exampleOf } from '../model/view/operation.ts';
import type { CheckContext } from './context.ts';
import { environmentOf } from './environment.ts';

/** Says what keeps a violation from being a valid request that breaks exactly its rule; `undefined` when nothing does. */
export function violationMistake(
  context: CheckContext,
  operation: Located<OperationSource>,
  host: Selectable,
  rule: ConditionSource,
): 'ineffective' | { readonly part: string; readonly reason: string } | undefined {
  const { value } = operation;
  const example = exampleOf(value.example, host);
  const instances = context.instances(host);
  const schemas = { body: value.body?.schema, query: value.query, params: value.params } as const;
  const filled: Record<string, unknown> = {};

  for (const part of ['params', 'query', 'body'] as const) {
    const request = { ...asMap(example[part]), ...asMap(rule.violation?.[part]) };
    const schema = schemas[part];
    if (schema === undefined) continue;
    const reason = instances.mistake(schema, request);
    if (reason) return { part, reason };
    filled[part] = instances.withDefaults(schema, request);
  }

  const environment = environmentOf(context, host, {
    request: filled.body,
    query: filled.query,
    params: filled.params,
  });
  const applies = rule.when === undefined || holds(rule.when, environment);
  return applies === false || holds(rule.must, environment) === true ? 'ineffective' : undefined;
}

/** The truth of a condition; `undefined` when it has none, which is told elsewhere or cannot be told before a call. */
function holds(text: string, environment: Environment): boolean | undefined {
  const parsed = parseCel(text);
  if ('mistake' in parsed) return undefined;
  try {
    const value = evaluate(toExpression(parsed.syntax), environment);
    return typeof value === 'boolean' ? value : undefined;
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}

function asMap(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
