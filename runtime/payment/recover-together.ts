import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { recoverSigner } from './recover.ts';

/** A digest, and what is said to be somebody's signature of it. */
export interface Signed {
  readonly digest: Uint8Array;
  readonly signature: string;
}

/** Recovers the address that signed a digest, as `recoverSigner` does. */
export type RecoverSigner = (digest: Uint8Array, signature: string) => Promise<string | undefined>;

type Signer = ReturnType<typeof recoverSigner>;

/** Signatures of one turn of the event loop that are worth waking a thread for: half a millisecond of work. */
const several = 8;

/**
 * Creates what recovers the signers of all payments that came in one turn of the event loop together.
 *
 * A third of the work on a paid call is this. In a row it takes a third less time than between other work, whose data
 * would push the curve's out of the processor's cache; and where many payments come at once, a thread that is started
 * then does it beside the rest. Where a thread fails or cannot start, the work is done here, and no other is started.
 */
export function createRecovery(start: () => Worker): RecoverSigner {
  let arrived: { readonly signed: Signed; readonly resolve: (signer: Signer) => void }[] = [];
  /** What the thread has been asked, oldest first: it answers in the order of the questions. */
  const asked: (typeof arrived)[] = [];
  let thread: Worker | undefined;
  let hasFailed = false;

  function fail(): void {
    hasFailed = true;
    thread = undefined;
    for (const batch of asked.splice(0)) recoverHere(batch);
  }

  function started(): Worker | undefined {
    if (thread || hasFailed) return thread;
    try {
      thread = start()
        .on('message', (signers: readonly Signer[]) =>
          asked.shift()?.forEach(({ resolve }, index) => void resolve(signers[index])),
        )
        .once('error', fail)
        .once('exit', fail);
      // What waits for an answer is a call, whose connection keeps the process alive.
      thread.unref();
    } catch {
      hasFailed = true;
    }
    return thread;
  }

  function recoverAll(): void {
    const batch = arrived;
    arrived = [];
    const other = batch.length < several ? undefined : started();
    if (other) {
      asked.push(batch);
      other.postMessage(batch.map(({ signed }) => signed));
    } else recoverHere(batch);
  }

  return (digest, signature) =>
    new Promise((resolve) => {
      if (arrived.length === 0) setImmediate(recoverAll);
      arrived.push({ signed: { digest, signature }, resolve });
    });
}

function recoverHere(batch: readonly { readonly signed: Signed; readonly resolve: (signer: Signer) => void }[]): void {
  for (const { signed, resolve } of batch) resolve(recoverSigner(signed.digest, signed.signature));
}

/** Recovers signers for this process, in a thread of its own where there are processors for two. */
export const recoverTogether: RecoverSigner = createRecovery(() => {
  if (availableParallelism() < 2) throw new Error('There is one processor.');
  // The thread's module lies beside this one, as TypeScript here and as JavaScript where it is installed.
  return new Worker(new URL(import.meta.url.replace('recover-together', 'recover-thread')));
});
