/**
 * What brings a whole compiler with it, loaded when it is needed.
 *
 * Each is CommonJS of nine megabytes. To import it, Node would read all of it twice more: to see what it is, and what it
 * exports.
 */

import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/** Loads ts-morph. */
export function loadMorph(): typeof import('ts-morph') {
  return load('ts-morph');
}

/** Loads the compiler that openapi-typescript makes its nodes with. */
export function loadTypescript(): typeof import('typescript') {
  return load('typescript');
}

/** Loads openapi-typescript. */
export function loadRenderer(): typeof import('openapi-typescript') {
  return load('openapi-typescript');
}
