import { setTimeout as pause } from 'node:timers/promises';
import { startPgBouncer } from '@tollwright/runtime/testing/pgbouncer';
import type { TestServer } from '@tollwright/runtime/testing/postgres';
import { type PostgresProxy, startPostgresProxy } from '@tollwright/runtime/testing/postgres-proxy';
import { startReplicated } from '@tollwright/runtime/testing/postgres-standby';
import { startCrashGateway } from '#gateway/testing/crash-gateway.ts';
import type { Random } from '#gateway/upstream/seeded-random.ts';
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
  return startWorld(host, proxy.url, {
    disturb: (random) => (isRestart(random) ? server.restart() : lose(proxy, random)),
    close: () => proxy.close(),
  });
}

/** Starts the same world with PgBouncer between the gateway and the connections that fail; `undefined` where it is not installed. */
export async function startPooledOutages(server: TestServer, host: CrashHost): Promise<World | undefined> {
  const proxy = await startPostgresProxy(await server.createDatabase());
  const pooler = await startPgBouncer(proxy.url);
  if (!pooler) return proxy.close().then(() => undefined);
  return startWorld(host, pooler.url, {
    disturb: (random) => (isRestart(random) ? server.restart() : lose(proxy, random)),
    async close() {
      await pooler.stop();
      await proxy.close();
    },
  });
}

/**
 * Starts a world in which messages are lost, and at the second moment the server crashes and its synchronous standby is promoted.
 *
 * `undefined` where PostgreSQL is not installed.
 */
export async function startPromotion(host: CrashHost): Promise<World | undefined> {
  const server = await startReplicated();
  if (!server) return undefined;
  const proxy = await startPostgresProxy(server.url);
  let moments = 0;
  return startWorld(host, proxy.url, {
    async disturb(random) {
      moments += 1;
      await lose(proxy, random);
      if (moments === 2) proxy.to(await server.promote());
    },
    async close() {
      await proxy.close();
      await server.stop();
    },
  });
}

/** Starts a gateway on the database of a URL; its callers repeat what fails, as `Retry-After` tells them to. */
async function startWorld(
  host: CrashHost,
  url: string,
  { disturb, close }: Pick<World, 'disturb' | 'close'>,
): Promise<World> {
  const gateway = await startCrashGateway(url, host);
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
    disturb,
    async close() {
      await gateway.kill();
      await close();
    },
  };
}

const isRestart = (random: Random) => random.integer(1, restarts) === 1;

/** Loses a random message or its answer, and sometimes every connection. */
async function lose(proxy: PostgresProxy, random: Random): Promise<void> {
  await proxy.lose(random.integer(0, maxMessages), random.pick(['answer', 'message']));
  if (random.integer(0, 3) === 0) proxy.cut();
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
