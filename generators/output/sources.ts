import { dirname } from 'node:path';
import type { Model } from '../model/types.ts';

/** Spec files of entities such as `operation/search`, relative to the spec folder; entities without a file of their own are left out. */
export function sourcesOf(model: Model, entities: readonly string[]): string[] {
  return entities.flatMap((entity) => model.sources.get(entity) ?? []);
}

/** The folders of the spec that hold some entities: enough for a file that comes from many of them. */
export function foldersOf(model: Model, entities: readonly string[]): string[] {
  return sourcesOf(model, entities).map((source) => `${dirname(source)}/`);
}
