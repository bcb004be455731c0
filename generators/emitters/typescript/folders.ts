import { dirname } from 'node:path';
import type { Model } from '../../model/types.ts';
import { sourcesOf } from '../../output/sources.ts';

/** The folders of the spec that hold some entities: enough for a file that comes from many of them. */
export function foldersOf(model: Model, entities: readonly string[]): string[] {
  return sourcesOf(model, entities).map((source) => `${dirname(source)}/`);
}
