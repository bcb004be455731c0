import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { TargetFile } from '#conformance/target/target-file.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The line that a gateway prints when it is ready: its target file, and the secrets that the file names. */
const Ready = z.strictObject({ target: TargetFile, env: z.record(z.string(), z.string()) });

const Fault = z.object({ id: z.string(), host: z.string(), says: z.string(), quote: z.string() });

/** A fault that a gateway can be started with, in its author's words, with the words of the documents that it breaks. */
export type Fault = z.infer<typeof Fault>;

/** A running gateway that was written from the documents alone. */
export interface Stranger extends z.infer<typeof Ready> {
  stop(): Promise<void>;
}

/** Start options of a gateway besides its host. */
export interface Settings {
  /** Id of one of its faults. */
  readonly fault?: string | undefined;
  /** Milliseconds that each response is put off. */
  readonly delay?: number;
}

/** A gateway that was written from the documents alone. */
export interface StrangerSource {
  /** Its folder. */
  readonly name: string;
  /** Ids of the hosts that it serves. */
  readonly hosts: readonly string[];
  /** The faults that its author thought of. */
  faults(): Promise<readonly Fault[]>;
  /** Starts it as a process of its own; throws with what it printed when it does not become ready. */
  start(host: string, settings?: Settings): Promise<Stranger>;
}

/** The gateways in the folders beside this file. */
export const strangers: readonly StrangerSource[] = [
  sourceIn('harbor', [process.execPath, 'main.ts'], ['base', 'arc']),
  sourceIn('quarry', [process.execPath, 'main.ts'], ['solana', 'nano', 'xrp']),
  sourceIn('pebble', ['python3', 'main.py'], ['account', 'test']),
  sourceIn('heron', ['python3', 'main.py'], ['base', 'solana', 'account']),
];

function sourceIn(name: string, [interpreter, file]: Program, hosts: readonly string[]): StrangerSource {
  const program: Program = [interpreter, `${here}${name}/${file}`];
  return {
    name,
    hosts,
    faults: async () => z.array(Fault).parse(JSON.parse(await output(program, ['--list-faults']))),
    start: (host, settings) => start(program, host, settings),
  };
}

type Program = readonly [interpreter: string, file: string];

async function start([interpreter, file]: Program, host: string, { fault, delay }: Settings = {}): Promise<Stranger> {
  const given = { host, port: 0, 'control-port': 0, fault, 'delay-ms': delay };
  const options = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  );
  const child = spawn(interpreter, [file, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = () => void child.kill();
  process.once('exit', kill);
  const stop = () => {
    process.off('exit', kill);
    kill();
    return ended;
  };
  for await (const line of createInterface(child.stdout)) {
    child.stdout.resume();
    return { ...Ready.parse(JSON.parse(line)), stop };
  }
  throw new Error(`${file} ended before it was ready on host ${host}.`);
}

async function output([interpreter, file]: Program, options: readonly string[]): Promise<string> {
  const child = spawn(interpreter, [file, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
