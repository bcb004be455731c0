/** One file to write under the output folder. */
export interface EmittedFile {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Host that the file is for; absent where it serves every host. */
  readonly host?: string;
}
