/** Changes of how operations read their requests. */

import type { Validator } from '@tollwright/runtime/validation/issue';
import { isObject } from '@tollwright/runtime/values/json';
import type { Alteration } from '#gateway/start.ts';
import type { JsonObject } from './messages.ts';
import { changeRoutes, type Operations } from './routes.ts';

type Check = Validator<unknown>;

/** Replaces the validator of a body or a query where operations have one. */
export function changeValidator(
  operations: Operations,
  part: 'body' | 'query',
  change: (validate: Check) => Check,
): Alteration {
  return changeRoutes(operations, (route) => {
    const validate = route.operation[part];
    return validate ? { ...route, operation: { ...route.operation, [part]: change(validate) } } : route;
  });
}

/** Changes bodies before they are validated. */
export function changeBody(operations: Operations, change: (body: JsonObject) => unknown): Alteration {
  return changeValidator(
    operations,
    'body',
    (validate) => (input) => validate(isObject(input) ? change(input) : input),
  );
}

/** Changes one field of bodies, where they have it, before they are validated. */
export function changeField(operations: Operations, name: string, change: (value: unknown) => unknown): Alteration {
  return changeBody(operations, (body) => (name in body ? { ...body, [name]: change(body[name]) } : body));
}

/** Changes queries before they are validated. */
export function changeQuery(operations: Operations, change: (query: JsonObject) => unknown): Alteration {
  return changeValidator(
    operations,
    'query',
    (validate) => (input) => validate(isObject(input) ? change(input) : input),
  );
}

/** Rejects valid bodies in which `invalid` names a field. */
export function rejectBody(operations: Operations, invalid: (body: JsonObject) => string | undefined): Alteration {
  return changeValidator(operations, 'body', rejecting(invalid));
}

/** Rejects valid queries in which `invalid` names a field. */
export function rejectQuery(operations: Operations, invalid: (query: JsonObject) => string | undefined): Alteration {
  return changeValidator(operations, 'query', rejecting(invalid));
}

function rejecting(invalid: (fields: JsonObject) => string | undefined): (validate: Check) => Check {
  return (validate) => (input) => {
    const name = isObject(input) ? invalid(input) : undefined;
    const checked = validate(input);
    if (name === undefined || !checked.ok) return checked;
    return { ok: false, issues: [{ path: [name], rule: 'variant', message: `${name} is not accepted here.` }] };
  };
}
