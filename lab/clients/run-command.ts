import { spawn } from 'node:child_process';

/** How a command ended. */
export interface Ended {
  /** Undefined where it was stopped because its time was over. */
  readonly exitCode: number | undefined;
  /** The first of what it wrote, on either stream. */
  readonly output: string;
  /** How long it may take. */
  readonly seconds: number;
}

/** Characters of output that are kept. */
const kept = 20_000;

/** Runs a command without a shell; rejects with the reason where it cannot be started. */
export function runCommand(
  [program = '', ...parameters]: readonly string[],
  env: Readonly<Record<string, string>>,
  seconds: number,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, seconds * 1000);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        if (output.length < kept) output += text;
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
