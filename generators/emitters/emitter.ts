import type { Model } from '../model/types.ts';
import type { EmittedFile } from '../output/emitted-file.ts';

/** Turns the model into the files of one kind of artifact. Same model, same files, to the byte. */
export interface Emitter {
  readonly name: string;
  emit(model: Model): readonly EmittedFile[] | Promise<readonly EmittedFile[]>;
}
