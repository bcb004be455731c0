import type { Model } from '../model/types.ts';

/** Spec files of entities such as `operation/search`, relative to the spec folder; entities without a file of their own are left out. */
export function sourcesOf(model: Model, entities: readonly string[]): string[] {
  return entities.flatMap((entity) => model.sources.get(entity) ?? []);
}
