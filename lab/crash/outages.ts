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
      for (let tries = 1; ; tries += 1) {
        const result = await work(gateway).catch(brokenOff);
        if (!isInterrupted(result)) return result;
        if (tries === maxTries) throw new Error(`A call was answered ${maxTries} times by errors: ${shown(result)}`);
        await pause(patience);
      }
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

/** A response that broke off, as a stream does whose end cannot be stored. Throws any other error, such as that of a gateway that ended. */
function brokenOff(error: unknown): 'broken off' {
  if (error instanceof TypeError && error.message === 'terminated') return 'broken off';
  throw error;
}

function shown(result: unknown): string {
  return JSON.stringify(result).slice(0, 300);
}

/** True for a response that tells its caller to try again, and for a stream that broke off. */
function isInterrupted(result: unknown): result is 'broken off' {
  if (result === 'broken off') return true;
  if (typeof result !== 'object' || result === null || !('status' in result && 'headers' in result && 'text' in result))
    return false;
  const { status, headers, text } = result;
  const isRepeated = headers instanceof Headers && headers.has('retry-after');
  return Number(status) >= 500 || isRepeated || String(text).includes('event: error');
}
