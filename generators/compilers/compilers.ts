import { Worker } from 'node:worker_threads';
import type { EmittedFile } from '../emitter.ts';
import type { Declaration } from './declaration.ts';

/** What the worker is asked for. */
export type Task =
  | { readonly is: 'render'; readonly description: string }
  | { readonly is: 'print'; readonly declarations: readonly Declaration[] }
  | { readonly is: 'format'; readonly file: EmittedFile };

/** Sent to the worker so that it loads its compilers before it needs them; there is no result. */
export const load = 'load';

/** What the worker sends for a task. */
export type Printed = readonly string[];

interface Compilers {
  readonly worker: Worker;
  /** The tasks that are not done, oldest first: the worker does one after the other. */
  readonly waiting: PromiseWithResolvers<Printed>[];
}

let started: Compilers | undefined;

/**
 * Starts to load the compilers in a worker, beside what needs none.
 *
 * Loading takes longer than their work, and can be done while the specification is read. A pool of workers would keep the
 * process alive, and would load them with the first task only.
 */
export function prepareCompilers(): void {
  if (started) return;
  started = start();
  started.worker.postMessage(load);
}

/** Renders the schemas of an OpenAPI description as declarations of TypeScript. */
export function renderSchemas(description: string): Promise<Printed> {
  return run({ is: 'render', description });
}

/** Prints declarations, unformatted. */
export function printDeclarations(declarations: readonly Declaration[]): Promise<Printed> {
  return run({ is: 'print', declarations });
}

/**
 * Formats a file of TypeScript, after those that wait already.
 *
 * For each file that it is given at once, the formatter starts a thread, which costs more than to format the file.
 */
export function formatFile(file: EmittedFile): Promise<Printed> {
  return run({ is: 'format', file });
}

function run(task: Task): Promise<Printed> {
  started ??= start();
  const { worker, waiting } = started;
  const done = Promise.withResolvers<Printed>();
  waiting.push(done);
  worker.ref();
  worker.postMessage(task);
  return done.promise;
}

function start(): Compilers {
  const waiting: Compilers['waiting'] = [];
  const fail = (error: Error) => {
    started = undefined;
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  const worker = new Worker(new URL('./worker.ts', import.meta.url))
    .on('message', (printed: Printed) => {
      waiting.shift()?.resolve(printed);
      if (waiting.length === 0) worker.unref();
    })
    .once('error', fail)
    .once('exit', () => fail(new Error('The worker with the compilers ended without a result.')));
  // A worker that waits for a task does not keep the process alive.
  worker.unref();
  return { worker, waiting };
}
