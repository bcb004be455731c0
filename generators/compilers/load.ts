/**
 * What brings a whole compiler with it, loaded when it is needed.
 *
 * Each is CommonJS of nine megabytes. To import it, Node would read all of it twice more: to see what it is, and what it
 * exports.
 */

import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const load = createRequire(import.meta.url);

/** The compiler that ts-morph has inside. */
const compiler = pathToFileURL(createRequire(load.resolve('ts-morph')).resolve('@ts-morph/common/dist/typescript.js'));

// openapi-typescript makes its nodes with it too: to load a second one takes longer than all the rendering.
registerHooks({
  resolve: (name, context, next) =>
    name === 'typescript' ? { url: compiler.href, format: 'commonjs', shortCircuit: true } : next(name, context),
});

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
