import type { Emitter } from './emitters/emitter.ts';
import { emitters } from './emitters/index.ts';
import type { Model } from './model/types.ts';
import type { EmittedFile } from './output/emitted-file.ts';
import { format } from './output/format.ts';

export { writeOutput } from './output/write.ts';

/** Emits every artifact of a model, formatted and sorted by path. */
export async function emitAll(model: Model): Promise<EmittedFile[]> {
  return format(await emitWith(emitters, model));
}

/** Emits with the given emitters, unformatted and sorted by path; two files of one path are a bug of an emitter. */
export async function emitWith(chosen: readonly Emitter[], model: Model): Promise<EmittedFile[]> {
  const emitted = await Promise.all(chosen.map(async ({ name, emit }) => ({ name, files: await emit(model) })));
  const owners = new Map<string, string>();
  for (const { name, files } of emitted) {
    for (const { path } of files) {
      const other = owners.get(path);
      if (other) throw new Error(`Both ${other} and ${name} emit ${path}.`);
      owners.set(path, name);
    }
  }
  return emitted.flatMap(({ files }) => files).sort((a, b) => (a.path < b.path ? -1 : 1));
}
