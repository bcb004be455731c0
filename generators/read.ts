import { checkSpec } from './check/check.ts';
import { type Diagnostic, Diagnostics } from './diagnostics/diagnostic.ts';
import { buildModel } from './model/build.ts';
import { collect } from './model/collect.ts';
import { type EntryPlaces, placesOf } from './model/places.ts';
import type { Model } from './model/types.ts';
import { extendedName, extendsFile } from './reader/extends.ts';
import { loadFiles } from './reader/load.ts';
import { SourceFile } from './reader/source.ts';

export type { Diagnostic } from './diagnostics/diagnostic.ts';

/** The result of reading a specification: every diagnostic, and the model if none of them is an error. */
export interface Reading {
  readonly model?: Model;
  /** Where each entry stands, by `<kind>/<id>`; there if the model is. */
  readonly places?: ReadonlyMap<string, () => EntryPlaces>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the specification in a folder. */
export async function readSpec(folder: string): Promise<Reading> {
  return readFiles((await loadFiles(folder)) ?? [], folder);
}

/** Reads the files of a specification; `folder` is its name in diagnostics. */
export function readFiles(files: readonly SourceFile[], folder: string): Reading {
  const diagnostics = new Diagnostics();
  const extending = files.find(({ name }) => name === extendsFile);
  if (extending) {
    diagnostics.report('extends-unknown', { file: extending, start: 0, end: 0 }, extendedName(extending.text));
    return { diagnostics: diagnostics.sorted() };
  }
  if (!files.some(({ name }) => name === 'service.yaml')) {
    diagnostics.report('spec-missing', { file: new SourceFile(folder, '', ''), start: 0, end: 0 }, folder);
    return { diagnostics: diagnostics.sorted() };
  }

  const spec = collect(files, diagnostics);
  checkSpec(spec, diagnostics);
  const found = diagnostics.sorted();
  if (diagnostics.failed) return { diagnostics: found };
  return { model: buildModel(spec), places: placesOf(spec), diagnostics: found };
}
