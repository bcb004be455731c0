/** A thread that recovers signers for the one that serves. */

import { parentPort } from 'node:worker_threads';
import type { Questions } from './recover-together.ts';
import { recoverSigner } from './recover.ts';

if (!parentPort) throw new Error('Signers are recovered in a worker.');
const port = parentPort;
port.on('message', ({ digests, signatures }: Questions) => {
  const signers = signatures
    .split('\n')
    .map((signature, index) => recoverSigner(digests.subarray(index * 32, index * 32 + 32), signature));
  port.postMessage(signers.join('\n'));
});
