import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Client as Connection } from 'pg';
import { type Client, createClient } from './client.ts';
import type { Look } from './look.ts';

/** A message from a test to the process. */
export interface SentRequest {
  readonly ask: number;
  /** Owner whose things are looked at. */
  readonly look?: string;
  /** Id of a call whose writes are listed. */
  readonly writesOf?: string;
  /** Writes after which the process kills itself, and milliseconds that it lives on. */
  readonly killAfter?: { readonly writes: number; readonly milliseconds: number };
}

/** URLs of a node and of a facilitator that settles on its chain. */
export interface SettlingChain {
  readonly rpc: string;
  readonly facilitator: string;
}

/** The writes of a call that has ended. */
export interface CallWrites {
  /** By method and arguments. */
  readonly all: readonly string[];
  /** How many of them were made before its response was sent. */
  readonly answeredAfter: number;
}

/** A gateway in a process that can be killed. */
export interface CrashGateway {
  readonly client: Client;
  readonly control: Client;
  /** Wallet that is paid. */
  readonly payTo: string;
  /** Returns the data of an owner. */
  look(owner: string): Promise<Look>;
  /** The writes of a call, once it has made those that follow its response too. */
  writesOf(call: string): Promise<CallWrites>;
  /** Resolves once so many calls have stopped before a write. */
  stopped(calls: number): Promise<void>;
  /** Resolves once the process has killed itself: so many milliseconds after so many more writes. */
  killedAfter(writes: number, milliseconds: number): Promise<void>;
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>;
}

const program = new URL('./crash.ts', import.meta.url).pathname;

/** Starts a gateway on a store. What an earlier process left there counts as left, without waiting for its lease to end. */
export async function startCrashGateway(store: string, host: string, chain?: SettlingChain): Promise<CrashGateway> {
  if (store.startsWith('postgres')) await endLeases(store);
  const child = fork(program, [store, host, ...(chain ? [chain.rpc, chain.facilitator] : [])]);
  const [{ url, controlUrl, payTo }] = await once(child, 'message');
  const asked = new Map<number, (answer: never) => void>();
  let asks = 0;
  let stops = 0;
  let stopping: (() => void) | undefined;

  child.on('message', (message: { ask: number; answer: never } | { stopped: string }) => {
    if ('ask' in message) asked.get(message.ask)?.(message.answer);
    else {
      stops += 1;
      stopping?.();
    }
  });

  function ask<Answer>(message: Omit<SentRequest, 'ask'>): Promise<Answer> {
    asks += 1;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    asked.set(asks, resolve);
    child.send({ ask: asks, ...message });
    return promise;
  }

  return {
    client: createClient(url),
    control: createClient(controlUrl),
    payTo,
    look: (owner) => ask({ look: owner }),
    writesOf: (call) => ask({ writesOf: call }),
    stopped: (calls) =>
      new Promise((resolve) => {
        stopping = () => stops >= calls && resolve();
        stopping();
      }),
    async killedAfter(writes, milliseconds) {
      const gone = once(child, 'exit');
      child.send({ ask: 0, killAfter: { writes, milliseconds } } satisfies SentRequest);
      await gone;
    },
    kill: () => kill(child),
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Makes the processes of a database silent for longer than any lease lasts. */
export async function endLeases(url: string): Promise<void> {
  const connection = new Connection({ connectionString: url });
  await connection.connect();
  const { rows } = await connection.query("select to_regclass('processes') as found");
  if (rows[0]?.found) await connection.query("update processes set seen_at = seen_at - interval '1 hour'");
  await connection.end();
}
