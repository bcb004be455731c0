import type { Emitter } from '../emitter.ts';
import { mark, markPath } from '../output/mark.ts';

/** Emits the file by which the output folder is known to be generated. */
export const folder: Emitter = {
  name: 'folder',
  emit: () => [{ path: markPath, text: `${mark}\n* linguist-generated\n` }],
};
