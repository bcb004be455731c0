import type { Services } from '../pipeline/services.ts';

/** Ends, in each lease of a shared store, what processes have left behind that ended meanwhile; returns the way to stop. */
export function watchProcesses({ store, payments, log }: Services, recover?: () => Promise<void>): () => void {
  if (store.lease === undefined) return () => undefined;
  async function sweep(): Promise<void> {
    await payments.reconcile();
    await recover?.();
  }
  const timer = setInterval(() => void sweep().catch((err) => log.error({ err }, 'sweep')), store.lease);
  timer.unref();
  return () => clearInterval(timer);
}
