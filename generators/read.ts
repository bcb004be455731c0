import { checkSpec } from './check/check.ts';
import { type Diagnostic, Diagnostics } from './diagnostics/diagnostic.ts';
import { buildModel } from './model/build.ts';
import { collect } from './model/collect.ts';
import type { Model } from './model/types.ts';
import { loadFiles } from './reader/load.ts';
import { SourceFile } from './reader/source.ts';

export type { Diagnostic } from './diagnostics/diagnostic.ts';

/** Reads a spec folder: every mistake at once, and the model when there is no error among them. */
export async function readSpec(
  folder: string,
): Promise<{ readonly model?: Model; readonly diagnostics: readonly Diagnostic[] }> {
  const diagnostics = new Diagnostics();
  const files = await loadFiles(folder);
  if (!files?.some(({ name }) => name === 'service.yaml')) {
    diagnostics.report('spec-missing', { file: new SourceFile(folder, '', ''), start: 0, end: 0 }, folder);
    return { diagnostics: diagnostics.sorted() };
  }

  const spec = collect(files, diagnostics);
  checkSpec(spec, diagnostics);
  if (diagnostics.failed) return { diagnostics: diagnostics.sorted() };
  return { model: buildModel(spec), diagnostics: diagnostics.sorted() };
}
