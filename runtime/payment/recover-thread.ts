/** A thread that recovers signers for the one that serves. */

import { parentPort } from 'node:worker_threads';
import { recoverSigner } from './recover.ts';
import type { Signed } from './recover-together.ts';

if (!parentPort) throw new Error('Signers are recovered in a worker.');
const port = parentPort;
port.on('message', (signed: readonly Signed[]) => {
  port.postMessage(signed.map(({ digest, signature }) => recoverSigner(digest, signature)));
});
