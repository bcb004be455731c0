/** A worker with the compilers, beside the emitters that do not need one. */

import { parentPort } from 'node:worker_threads';
import type { Printed, Task } from './compilers.ts';
import { printDeclarations } from './print-declarations.ts';
import { renderSchemas } from './render-schemas.ts';

if (!parentPort) throw new Error('The compilers run in a worker.');
const port = parentPort;
let last: Promise<void> = Promise.resolve();
port.on('message', (task: Task) => {
  last = last.then(async () => port.postMessage(await done(task)));
});

async function done(task: Task): Promise<Printed> {
  return task.is === 'render' ? renderSchemas(task.description) : [printDeclarations(task.declarations)];
}
