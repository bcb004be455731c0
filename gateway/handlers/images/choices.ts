import { imageModelsEntries } from '#generated/catalogs/image-models.ts';
import type { CompiledCondition, HostDefinition, Route, Validation } from '#runtime/operation.ts';
import { read } from '#runtime/values.ts';

const offered = imageModelsEntries.map(({ id, rates, unnamed_rates }) => ({
  id,
  sizes: Object.keys({ ...rates, ...unnamed_rates }).join(', '),
}));
const ids = offered.map(({ id }) => id).join(', ');

/** Makes a host tell callers who ask for images wrongly what there is: every model, or every size of the model. */
export function tellingChoices(host: HostDefinition): HostDefinition {
  const routes = host.routes.map((route) => (route.operation.id === 'generate-image' ? telling(route) : route));
  return { ...host, routes };
}

function telling(route: Route): Route {
  const { body } = route.operation;
  return {
    ...route,
    operation: { ...route.operation, ...(body && { body: (input: unknown) => tellingModels(body(input)) }) },
    conditions: route.conditions.flatMap((condition) =>
      condition.id === 'generate-image.size-offered' ? tellingSizes(condition) : [condition],
    ),
  };
}

function tellingModels(validation: Validation<unknown>): Validation<unknown> {
  if (validation.ok) return validation;
  const issues = validation.issues.map((issue) =>
    issue.rule === 'generate-image.model.catalog' ? { ...issue, message: `must be one of ${ids}` } : issue,
  );
  return { ok: false, issues };
}

/** The same condition once for each model, so that each has a message of its own. */
function tellingSizes(condition: CompiledCondition): readonly CompiledCondition[] {
  return offered.map(({ id, sizes }) => ({
    ...condition,
    message: `${id} has the sizes ${sizes}`,
    holds: (input) => read(input, 'request', 'model') !== id || condition.holds(input),
  }));
}
