import { isObject } from '@tollwright/runtime/values/json';
import { propertiesOf } from '#conformance/oracle/shapes.ts';
import { changeRoutes } from '#lab/toolkit/routes.ts';
import { type Application, changedOperations } from './contracts.ts';

/** Reads past keys of a body that should be refused. */
export const applyUnknownKeys: Application = (given, pair) =>
  changedOperations(pair).reduce((altered, [operation, other]) => {
    const [before, after] = [operation.body, other.body];
    if (before?.unknownKeys !== 'rejected' || after?.unknownKeys !== 'ignored') return altered;
    const shapes = pair.right.judge.shapes(before.schema);
    const known = new Set(shapes.flatMap((shape) => Object.keys(propertiesOf(shape))));
    return changeRoutes([operation.id], (route) => {
      const { body } = route.operation;
      if (!body) return route;
      const read = (input: unknown) =>
        body(isObject(input) ? Object.fromEntries(Object.entries(input).filter(([key]) => known.has(key))) : input);
      return { ...route, operation: { ...route.operation, body: read } };
    })(altered);
  }, given);
