import { spawn } from 'node:child_process';

/** End of a client that made, or did not make, the call that its environment describes. */
export interface ClientEnd {
  /** 0 where it accepts the response; undefined where it was stopped because its time was over. */
  readonly exitCode: number | undefined;
  /** The first of what it wrote, on either stream. */
  readonly output: string;
  /** How long it may take. */
  readonly seconds: number;
}

/** A client under test: makes the call that the environment variables describe. Rejects if it cannot be started. */
export type Client = (environment: Readonly<Record<string, string>>) => Promise<ClientEnd>;

/** Characters of output to keep. */
const maxOutput = 20_000;

/** A client that is a command, run without a shell; it may take so many seconds. */
export function commandClient([program = '', ...parameters]: readonly string[], seconds: number): Client {
  return (environment) =>
    new Promise((resolve, reject) => {
      const env = { ...process.env, ...environment };
      const child = spawn(program, parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        child.kill('SIGKILL');
      }, seconds * 1000);
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          if (output.length < maxOutput) output += text;
        });
      }
      child.once('error', (error) => {
        clearTimeout(timer);
        reject(new Error(`${program} cannot be run: ${error.message}.`, { cause: error }));
      });
      child.once('close', (code) => {
        clearTimeout(timer);
        resolve({ exitCode: late ? undefined : (code ?? 1), output, seconds });
      });
    });
}
