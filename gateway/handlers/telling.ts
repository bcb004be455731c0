/** Ways to tell callers who ask wrongly what there is. */

import type { CompiledCondition, HostDefinition, Route, Validation } from '@tollwright/runtime/operation';
import { read } from '@tollwright/runtime/values';

/** Alters one route of a host. */
export function withRoute(host: HostDefinition, operation: string, alter: (route: Route) => Route): HostDefinition {
  return { ...host, routes: host.routes.map((route) => (route.operation.id === operation ? alter(route) : route)) };
}

/** Answers a value that is in no catalog with every key of that catalog; `rule` is the id of the rule it breaks. */
export function tellingKeys(route: Route, rule: string, keys: readonly string[]): Route {
  const { body } = route.operation;
  if (!body) return route;
  const told = (validation: Validation<unknown>): Validation<unknown> => {
    if (validation.ok) return validation;
    const message = `must be one of ${keys.join(', ')}`;
    return {
      ok: false,
      issues: validation.issues.map((issue) => (issue.rule === rule ? { ...issue, message } : issue)),
    };
  };
  return { ...route, operation: { ...route.operation, body: (input: unknown) => told(body(input)) } };
}

/** Rewrites the conditions of a route. */
export function withConditions(
  route: Route,
  rewrite: (condition: CompiledCondition) => readonly CompiledCondition[],
): Route {
  return { ...route, conditions: route.conditions.flatMap(rewrite) };
}

/** The same condition once for each model, so that each has a message of its own. */
export function forEachModel(
  condition: CompiledCondition,
  messages: Readonly<Record<string, string>>,
): readonly CompiledCondition[] {
  return Object.entries(messages).map(([model, message]) => ({
    ...condition,
    message,
    holds: (input) => read(input, 'request', 'model') !== model || condition.holds(input),
  }));
}
