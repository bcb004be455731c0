import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts `tollwright serve` in a process of its own, and waits for the line with its URL. */
export async function serving(args: readonly string[]): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['cli/main.ts', 'serve', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { promise: printed, resolve } = Promise.withResolvers<string>();
  let text = '';
  // Its output is read to the end: a process whose pipe is closed ends when it prints its next line.
  child.stdout.on('data', (chunk) => {
    text += chunk;
    if (text.includes('\n')) resolve(text);
  });
  child.stdout.once('end', () => resolve(text));
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
