import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** How a command ended, and what it printed. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `tollwright` as a user does, in a process of its own, without colours. */
export async function tollwright(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = start(args, env);
  const printed = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    printed.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    printed.stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, ...printed };
}

/** Starts `tollwright serve` and waits for the line with its URL. */
export async function serving(args: readonly string[]): Promise<{ url: string; stop(): Promise<void> }> {
  const child = start(['serve', '--port', '0', ...args]);
  const { promise: printed, resolve } = Promise.withResolvers<string>();
  let text = '';
  // Its output is read to the end: a process whose pipe is closed ends when it prints its next line.
  child.stdout?.on('data', (chunk) => {
    text += chunk;
    if (text.includes('\n')) resolve(text);
  });
  child.stdout?.once('end', () => resolve(text));
  const line = await printed;
  const url = /http:\/\/\S+?(?=[,\s])/.exec(line)?.[0];
  if (!url) throw new Error(`serve did not print its URL: ${line}`);
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, ['cli/main.ts', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
