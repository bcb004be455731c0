import { evaluate } from '../cel/evaluate.ts';
import { parseCel, toExpression } from '../cel/parse.ts';
import { type Environment, EvaluationError } from '../cel/values.ts';
import { isObject } from '../json-schema/walk.ts';
import type { ConditionSource, OperationSource } from '../language/operation.ts';
import type { Selectable } from '../model/hosts.ts';
import type { Located } from '../model/spec.ts';
import { exampleOf } from '../model/view/operation.ts';
import type { CheckContext } from './context.ts';
import { environmentOf } from './environment.ts';

/** The reason why a violation is not a valid request that breaks its rule; `undefined` when it is one. */
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
    const [own, changed] = [example[part], rule.violation?.[part]];
    const request = { ...(isObject(own) && own), ...(isObject(changed) && changed) };
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
  const applies = rule.when === undefined || truthOf(rule.when, environment);
  return applies === false || truthOf(rule.must, environment) === true ? 'ineffective' : undefined;
}

/** The value of a condition; `undefined` when it cannot be evaluated, which is reported elsewhere or known only after a call. */
function truthOf(text: string, environment: Environment): boolean | undefined {
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
