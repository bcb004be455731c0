import type { Model } from './model/types.ts';

/** One file to write under the output folder. */
export interface EmittedFile {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Host that the file is for; absent where it serves every host. */
  readonly host?: string;
}

/** Turns the model into the files of one kind of artifact. Same model, same files, to the byte. */
export interface Emitter {
  readonly name: string;
  emit(model: Model): readonly EmittedFile[] | Promise<readonly EmittedFile[]>;
}
