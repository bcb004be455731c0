import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import type { GatewayOptions } from '#gateway/start.ts';

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds of CPU that its process has used; only of servers that say so. */
  cpu(): Promise<number>;
  /** Milliseconds of CPU of the longest turn of its event loop since the last call; only of servers that say so. */
  stall(): Promise<number>;
  stop(): void;
}

/** Starts a server module and waits until it sends its URL. */
export async function serve(module: string, ...args: string[]): Promise<ServerProcess> {
  const child: ChildProcess = fork(new URL(module, import.meta.url), args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', (code) => reject(new Error(`${module} ended with ${code} before it served.`)));
  });
  const ask = async (question: 'cpu' | 'stall') => {
    child.send(question);
    const [milliseconds] = await once(child, 'message');
    return Number(milliseconds);
  };
  return {
    url,
    pid: child.pid ?? 0,
    cpu: () => ask('cpu'),
    stall: () => ask('stall'),
    stop: () => child.kill(),
  };
}

/** Starts our own gateway in a process of its own. */
export function serveGateway(options: Omit<GatewayOptions, 'port'>): Promise<ServerProcess> {
  return serve('./servers/gateway.ts', JSON.stringify(options));
}

/** One request that is sent again and again. */
export interface Shot {
  readonly path: string;
  readonly body: string;
}

/** Sends `count` requests over 32 connections and returns requests per second. */
export async function load(url: string, { path, body }: Shot, count: number): Promise<number> {
  const pool = new Pool(url, { connections: 32 });
  const headers = { 'content-type': 'application/json' };
  let left = count;
  const worker = async () => {
    while (left-- > 0) {
      const answer = await pool.request({ method: 'POST', path, body, headers });
      await answer.body.dump();
      if (answer.statusCode !== 402) throw new Error(`${url}${path} answered ${answer.statusCode}, not 402.`);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: 32 }, worker));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return count / seconds;
}

/** Median of a few figures. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

/** Rounds of both in turn, A B A B …; the median of the ratios A/B, so that a machine whose speed drifts does not matter. */
export async function pairedRatio(rounds: number, a: () => Promise<number>, b: () => Promise<number>) {
  const pairs: { a: number; b: number }[] = [];
  for (let round = 0; round < rounds; round++) pairs.push({ a: await a(), b: await b() });
  return {
    ratio: median(pairs.map((pair) => pair.a / pair.b)),
    a: median(pairs.map((pair) => pair.a)),
    b: median(pairs.map((pair) => pair.b)),
  };
}

/** The metrics of a gateway that have no labels, by name. */
export type Metrics = Readonly<Record<string, number>>;

/** Reads the metrics at an admin interface. */
export async function metricsOf(admin: string): Promise<Metrics> {
  const text = await (await fetch(`${admin}/metrics`)).text();
  const lines = text.split('\n').map((line) => line.split(' '));
  return Object.fromEntries(lines.map(([name = '', value]) => [name, Number(value)]));
}

/** Seconds for which the main thread of a process ran, and for which it could have run and others had the CPU; undefined where only Linux knows. */
export function mainThread(pid: number): { readonly ran: number; readonly waited: number } | undefined {
  try {
    const [ran, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
    return { ran: Number(ran) / 1e9, waited: Number(waited) / 1e9 };
  } catch {
    return undefined;
  }
}
