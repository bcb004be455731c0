/** Mistakes that show only where code is written: formulas that have no exact TypeScript. */

import { CompileError } from './cel/compile/compile-error.ts';
import { type Diagnostic, Diagnostics } from './diagnostics/diagnostic.ts';
import { machines } from './emitters/machines.ts';
import { operations } from './emitters/operations.ts';
import { prices } from './emitters/prices.ts';
import type { Model } from './model/types.ts';
import { loadFiles } from './reader/load.ts';
import { SourceFile, type SourceRange } from './reader/source.ts';

/** The emitters that write formulas as code. */
const writing = [prices, operations, machines];

/** The formulas of a specification for which no code can be written: the first one of each emitter. */
export async function emissionMistakes(model: Model, folder: string): Promise<readonly Diagnostic[]> {
  const found = await Promise.all(
    writing.map(async ({ emit }) => {
      try {
        await emit(model);
        return [];
      } catch (error) {
        return [await mistakeOf(error, folder)];
      }
    }),
  );
  return found.flat();
}

/** The mistake that kept an emitter from its code. Throws any other error. */
export async function mistakeOf(error: unknown, folder: string): Promise<Diagnostic> {
  if (!(error instanceof CompileError)) throw error;
  const diagnostics = new Diagnostics();
  diagnostics.report('cel-unwritable', await placeOf(error, folder), error.message);
  const [mistake] = diagnostics.sorted();
  if (!mistake) throw error;
  return mistake;
}

/** The first place of the formula in the files of a specification. */
async function placeOf({ formula }: CompileError, folder: string): Promise<SourceRange> {
  const files = (await loadFiles(folder)) ?? [];
  // A part of a breakdown or a guard may be put together of several formulas, which stand alone in their file.
  const parts =
    formula === undefined ? [] : [formula, ...formula.split(/ \|\| /).map((each) => each.replaceAll(/^!?\(|\)$/g, ''))];
  for (const part of parts) {
    for (const file of files) {
      const start = file.text.indexOf(part);
      if (start >= 0) return { file, start, end: start + part.length };
    }
  }
  return {
    file: files.find(({ name }) => name === 'service.yaml') ?? new SourceFile(folder, '', ''),
    start: 0,
    end: 0,
  };
}
