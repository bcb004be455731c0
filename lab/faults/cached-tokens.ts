import type { Alteration } from '#gateway/start.ts';
import { type JsonObject, objectsIn } from '../toolkit/json.ts';
import { changeSuccess, combine } from '../toolkit/server.ts';

/** Reports ever more cached prompt tokens of an operation, in words of its own, and publishes a rate for them. */
export const cachedTokens =
  (operation: string, reported: (usage: JsonObject, cached: number) => JsonObject): Alteration =>
  (parts) => {
    let cached = 0;
    return combine(
      changeSuccess(operation, ({ usage, ...body }) => {
        cached += 1;
        return { ...body, usage: { ...Object(usage), ...reported(Object(usage), cached) } };
      }),
      changeSuccess('get-pricing', (body) => ({
        ...body,
        data: objectsIn(body.data).map((entry) => ({ ...entry, cachedInputPrice: '0.000001' })),
      })),
    )(parts);
  };
