import manifest from '../../package.json' with { type: 'json' };
import { mark, markPath } from '../output/write.ts';
import type { Emitter } from './emitter.ts';

/** Emits the file by which the output folder is known to be generated, with the version that generated it. */
export const folder: Emitter = {
  name: 'folder',
  emit: () => [
    { path: markPath, text: `${mark}\n# Version of tollwright: ${manifest.version}\n* linguist-generated\n` },
  ],
};
