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

/** What renders schemas. */
type Renderer = Pick<
  typeof import('openapi-typescript'),
  'transformComponentsObject' | 'scanDiscriminators' | 'resolveRef' | 'astToString'
>;

/**
 * Loads what openapi-typescript renders schemas with.
 *
 * Its entry also loads Redocly, to validate and bundle descriptions of others, which takes longer than all the rendering.
 */
export function loadRenderer(): Renderer {
  const part = (name: string) => load(`openapi-typescript/dist/${name}.cjs`);
  const { default: transformComponentsObject } = part('transform/components-object');
  return { transformComponentsObject, ...part('lib/utils'), ...part('lib/ts') };
}
