import type { Emitter } from '../emitter.ts';
import { folder } from './folder.ts';

/** Every emitter, in the order in which their files are listed. */
export const emitters: readonly Emitter[] = [folder];
