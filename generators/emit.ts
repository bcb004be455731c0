import { setImmediate } from 'node:timers/promises';
import { format } from './compilers/format.ts';
import type { EmittedFile, Emitter } from './emitter.ts';
import { dataEmitters, moduleEmitters } from './emitters/index.ts';
import type { Model } from './model/types.ts';

export { writeOutput } from './output/write.ts';

/** Emits every artifact of a model, formatted and sorted by path. */
export async function emitAll(model: Model): Promise<EmittedFile[]> {
  const emitted = await Promise.all([emitEach(moduleEmitters, model, format), emitData(model)]);
  requireOneOwner(emitted.flat());
  return sorted(emitted.flat().map(({ file }) => file));
}

/** Data needs no formatter and no compiler, which have threads of their own and start before it. */
async function emitData(model: Model): Promise<Owned[]> {
  await setImmediate();
  return emitEach(dataEmitters, model);
}

/** Emits with the given emitters, unformatted and sorted by path; two files of one path are a bug of an emitter. */
export async function emitWith(chosen: readonly Emitter[], model: Model): Promise<EmittedFile[]> {
  const emitted = await emitEach(chosen, model);
  requireOneOwner(emitted);
  return sorted(emitted.map(({ file }) => file));
}

/** A file with the name of its emitter. */
interface Owned {
  readonly file: EmittedFile;
  readonly owner: string;
}

type Finish = (files: readonly EmittedFile[]) => readonly EmittedFile[] | Promise<readonly EmittedFile[]>;

async function emitEach(chosen: readonly Emitter[], model: Model, finish: Finish = (files) => files): Promise<Owned[]> {
  const emitted = chosen.map(async (emitter) => {
    const files = await finish(await emitter.emit(model));
    return files.map((file) => ({ file, owner: emitter.name }));
  });
  return (await Promise.all(emitted)).flat();
}

function requireOneOwner(emitted: readonly Owned[]): void {
  const owners = new Map<string, string>();
  for (const { file, owner } of emitted) {
    const other = owners.get(file.path);
    if (other) throw new Error(`Both ${other} and ${owner} emit ${file.path}.`);
    owners.set(file.path, owner);
  }
}

function sorted(files: readonly EmittedFile[]): EmittedFile[] {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
