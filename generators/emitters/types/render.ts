/** The thread that renders types with openapi-typescript. */

import { type MessagePort, parentPort } from 'node:worker_threads';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { flatten } from './flatten.ts';

/** An OpenAPI document as JSON, and the port that its declarations are sent to. */
export interface RenderTask {
  readonly document: string;
  readonly reply: MessagePort;
}

/** The declarations of a document, or the reason why there are none. */
export type Rendered = { readonly declarations: readonly string[] } | { readonly reason: string };

parentPort?.on('message', async ({ document, reply }: RenderTask) => {
  const rendered = await render(document).catch((error): Rendered => ({ reason: String(error) }));
  reply.postMessage(rendered);
});

/** Renders each schema of a document, which is JSON, as one declaration. */
async function render(document: string): Promise<Rendered> {
  const options = { defaultNonNullable: false, emptyObjectsUnknown: true, immutable: true, silent: true };
  const parsed: OpenAPI3 = JSON.parse(document);
  const nodes = await openapiTypescript(parsed, options);
  return { declarations: flatten(nodes).map((node) => tidy(astToString(node))) };
}

/** Removes from comments what the type already states, and examples, which descriptions have. */
function tidy(text: string): string {
  return text
    .replaceAll(/^ *\/\*\* @(constant|enum \{\w+\}|example .*) \*\/\n/gm, '')
    .replaceAll(/^ *\* @(constant|enum \{\w+\}|example .*)\n/gm, '')
    .replaceAll('@description ', '')
    .replaceAll(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */');
}
