/** A worker: renders schemas as TypeScript declarations, beside the emitters that do not need a compiler for it. */

import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { loadRenderer } from '../typescript/compilers.ts';
import { flatten } from './flatten.ts';

const { default: render, astToString } = loadRenderer();
if (!parentPort) throw new Error('Types are rendered in a worker.');
const [description]: unknown[] = await once(parentPort, 'message');
const nodes = await render(String(description), { defaultNonNullable: false, emptyObjectsUnknown: true });
parentPort.postMessage(flatten(nodes).map((node) => tidy(astToString(node))));

/** Removes from comments what the type already states. */
function tidy(text: string): string {
  return text
    .replaceAll(/^ *\/\*\* @(constant|enum \{\w+\}) \*\/\n/gm, '')
    .replaceAll(/^ *\* @(constant|enum \{\w+\})\n/gm, '')
    .replaceAll('@description ', '')
    .replaceAll(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */');
}
