import { Worker } from 'node:worker_threads';
import { codes } from '../../sandbox-port.ts';
import type { Files } from './files.ts';
import { pythonModule } from './module.ts';
import { createSlots } from './slots.ts';
import { Tape } from './tape.ts';
import type { CommandEnd, Program } from './worker.ts';

export interface PythonProgram {
  /** Arguments after `python` on a command line. */
  readonly args: readonly string[];
  readonly files: Files;
  /** Megabytes of memory. */
  readonly memory: number;
  /** Seconds after which it is killed. */
  readonly seconds: number;
  /** Kills it when it is aborted. */
  readonly signal: AbortSignal;
}

/** The result of a program. A program that was killed leaves its files as they were. */
export interface PythonResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
  readonly files: Files;
}

/** Bytes of output, and of files. */
const maxOutputBytes = 1_048_576;
const maxFileBytes = 4_194_304;

/** Programs that run at the same time; others wait for their turn. */
const slots = createSlots(4);

const workerUrl = new URL(`./worker${import.meta.url.slice(-3)}`, import.meta.url);

/** Runs Python in a thread, which is stopped when its time is over. */
export function runPython({ args, files, memory, seconds, signal }: PythonProgram): Promise<PythonResult> {
  return slots.take(async () => {
    const [stdout, stderr] = [Tape.ofSize(maxOutputBytes), Tape.ofSize(maxOutputBytes)];
    const program: Program = {
      module: await pythonModule(memory),
      args: ['python', ...args],
      files,
      quota: maxFileBytes,
      stdout: stdout.memory,
      stderr: stderr.memory,
    };
    const ended = await runThread(program, seconds, signal);
    return { stdout: stdout.text(), stderr: stderr.text(), ...('files' in ended ? ended : { ...ended, files }) };
  });
}

/** Runs a thread to its end, or kills it; the result has files only if the program was not killed. */
function runThread(
  program: Program,
  seconds: number,
  signal: AbortSignal,
): Promise<CommandEnd | { readonly code: number }> {
  if (signal.aborted) return Promise.resolve({ code: codes.killed });
  const worker = new Worker(workerUrl, {
    workerData: program,
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
  return new Promise((resolve) => {
    let over = false;
    const end = (result: CommandEnd | { readonly code: number }) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      void worker.terminate().then(() => resolve(result));
    };
    const kill = () => end({ code: codes.killed });
    const timer = setTimeout(() => end({ code: codes.timedOut }), seconds * 1000);
    signal.addEventListener('abort', kill);
    worker.once('message', end);
    // Out of memory, or a fault of the interpreter.
    worker.on('error', kill);
    worker.on('exit', kill);
  });
}
