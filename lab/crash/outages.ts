import { setTimeout as pause } from 'node:timers/promises';
import type { TestServer } from '@tollwright/runtime/testing/postgres';
import { startPostgresProxy } from '@tollwright/runtime/testing/postgres-proxy';
import { startCrashGateway } from '#gateway/testing/crash-gateway.ts';
import type { CrashHost, World } from './world.ts';

/** Most messages between a moment and the next loss: about those of ten calls. */
const maxMessages = 150;

/** One in so many moments is a restart of the server. */
const restarts = 20;

/** Milliseconds before a caller repeats what was answered by an error. */
const patience = 50;

/** Tries of one call, after which it counts as locked. */
const maxTries = 1000;

/**
 * Starts a world in which one gateway goes on while its connections to PostgreSQL are cut, answers are lost, and the server is
 * restarted.
 */
export async function startOutages(server: TestServer, host: CrashHost): Promise<World> {
  const proxy = await startPostgresProxy(await server.createDatabase());
  const gateway = await startCrashGateway(proxy.url, host);
  return {
    host,
    async persist(work) {
      for (let tries = 0; tries < maxTries; tries += 1) {
        const result = await work(gateway);
        if (!isInterrupted(result)) return result;
        await pause(patience);
      }
      throw new Error(`A call was answered by errors ${maxTries} times.`);
    },
    async disturb(random) {
      if (random.integer(1, restarts) === 1) return server.restart();
      await proxy.lose(random.integer(0, maxMessages), random.pick(['answer', 'message']));
      if (random.integer(0, 3) === 0) proxy.cut();
    },
    async close() {
      await gateway.kill();
      await proxy.close();
    },
  };
}

/** True for a response that tells its caller to try again, and for a stream that broke off. */
function isInterrupted(result: unknown): boolean {
  if (typeof result !== 'object' || result === null || !('status' in result && 'headers' in result && 'text' in result))
    return false;
  const { status, headers, text } = result;
  const isRepeated = headers instanceof Headers && headers.has('retry-after');
  return Number(status) >= 500 || isRepeated || String(text).includes('event: error');
}
