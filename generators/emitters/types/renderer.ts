import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Rendered, RenderTask } from './render.ts';

let worker: Worker | undefined;

/**
 * Renders each schema of an OpenAPI document, which is JSON, as one declaration of TypeScript.
 *
 * openapi-typescript works in a thread of its own, beside the other emitters: loading it takes half as long as all of them.
 */
export async function renderSchemas(document: string): Promise<readonly string[]> {
  worker ??= new Worker(new URL('./render.ts', import.meta.url));
  // A thread that waits for a document does not keep the process alive, but an open port does.
  worker.unref();
  const { port1: own, port2: reply } = new MessageChannel();
  const task: RenderTask = { document, reply };
  worker.postMessage(task, [reply]);
  const [rendered]: readonly Rendered[] = await once(own, 'message');
  own.close();
  if (!rendered || 'reason' in rendered) throw new Error(`openapi-typescript failed: ${rendered?.reason}`);
  return rendered.declarations;
}
