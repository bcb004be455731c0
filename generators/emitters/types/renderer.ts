import { Worker } from 'node:worker_threads';

/** A worker that renders one description as declarations. */
interface Renderer {
  readonly worker: Worker;
  readonly declarations: Promise<readonly string[]>;
}

let prepared: Renderer | undefined;

/**
 * Starts to load the compiler in a worker that the next rendering uses.
 *
 * Loading takes longer than rendering, and can be done while the specification is read.
 */
export function prepareRenderer(): void {
  prepared ??= renderer();
}

/** The declarations of an OpenAPI description. */
export function rendered(description: string): Promise<readonly string[]> {
  const { worker, declarations } = prepared ?? renderer();
  prepared = undefined;
  worker.ref();
  worker.postMessage(description);
  return declarations;
}

function renderer(): Renderer {
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  const worker = new Worker(new URL('./render.ts', import.meta.url))
    .once('message', resolve)
    .once('error', reject)
    .once('exit', () => reject(new Error('The worker that renders types ended without a result.')));
  // A worker that waits for a description does not keep the process alive, and one that failed says so once it is used.
  worker.unref();
  promise.catch(() => undefined);
  return { worker, declarations: promise };
}
