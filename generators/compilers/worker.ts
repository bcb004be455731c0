/** A worker with the compilers and the formatter, beside the emitters that do not need one. */

import { parentPort } from 'node:worker_threads';
import type { load, Printed, Task } from './compilers.ts';
import { formatFile } from './format-file.ts';

if (!parentPort) throw new Error('The compilers run in a worker.');
const port = parentPort;
let last: Promise<void> = Promise.resolve();
port.on('message', (task: Task | typeof load) => {
  last = last.then(async () => {
    if (task === 'load') await loadCompilers();
    else port.postMessage(await done(task));
  });
});

async function done(task: Task): Promise<Printed> {
  if (task.is === 'format') return [await formatFile(task.file)];
  const { renderSchemas, printDeclarations } = await loadCompilers();
  return task.is === 'render' ? renderSchemas(task.description) : [printDeclarations(task.declarations)];
}

/** Loads what takes longer than all its work, and what only formats does not need. */
async function loadCompilers() {
  const { renderSchemas } = await import('./render-schemas.ts');
  const { printDeclarations } = await import('./print-declarations.ts');
  return { renderSchemas, printDeclarations };
}
