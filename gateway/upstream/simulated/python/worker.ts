/**
 * The thread in which one Python program runs.
 *
 * The program is WebAssembly, so it can only use its imports: files in memory, two outputs, time and randomness. None of
 * them gives access to the network, processes or files of the host.
 */

import { parentPort, workerData } from 'node:worker_threads';
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import { type Files, harvest, plant } from './files.ts';
import { boundFiles } from './quota.ts';
import { Tape } from './tape.ts';
import { link, type WasmModule } from './wasm.ts';

/** Start data of a thread. */
export interface Program {
  readonly module: WasmModule;
  /** The program's name and its arguments. */
  readonly args: readonly string[];
  readonly files: Files;
  /** Bytes that files may take up. */
  readonly quota: number;
  readonly stdout: SharedArrayBuffer;
  readonly stderr: SharedArrayBuffer;
}

/** The end of a program that was not killed. */
export interface CommandEnd {
  readonly code: number;
  readonly files: Files;
}

/** The error by which WASI says so. */
const notSupported = 58;

const environment = ['HOME=/', 'TMPDIR=/tmp', 'PYTHONDONTWRITEBYTECODE=1'];

// The thread is started by `runPython` alone.
const { module, args, files, quota, stdout, stderr }: Program = workerData;
const tree = plant({ 'tmp/': '', ...files });
const output = (memory: SharedArrayBuffer) => {
  const tape = new Tape(memory);
  return new ConsoleStdout((data) => tape.write(data));
};
const wasi = new WASI(
  [...args],
  environment,
  [new OpenFile(new File([])), output(stdout), output(stderr), new PreopenDirectory('/', tree)],
  { debug: false },
);
boundFiles(wasi, tree, quota);
mend(wasi);

const code = wasi.start(link(module, { wasi_snapshot_preview1: wasi.wasiImport }));
parentPort?.postMessage({ code, files: harvest(tree) } satisfies CommandEnd);

/** Counts arguments in bytes, and sleeps instead of a busy loop. */
function mend({ wasiImport, args: given }: WASI): void {
  const view = () => new DataView(wasi.inst.exports.memory.buffer);

  wasiImport.args_sizes_get = (count: number, size: number) => {
    view().setUint32(count, given.length, true);
    const bytes = given.reduce((total, text) => total + Buffer.byteLength(text) + 1, 0);
    view().setUint32(size, bytes, true);
    return 0;
  };

  wasiImport.poll_oneoff = (subscription: number, event: number, count: number, happened: number) => {
    const memory = view();
    // The interpreter waits for nothing but time, and for one thing at a time.
    if (count !== 1 || memory.getUint8(subscription + 8) !== 0) return notSupported;
    const time = Number(memory.getBigUint64(subscription + 24, true)) / 1e6;
    const absolute = (memory.getUint16(subscription + 40, true) & 1) === 1;
    const now = memory.getUint32(subscription + 16, true) === 0 ? Date.now() : performance.now();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(0, absolute ? time - now : time));
    memory.setBigUint64(event, memory.getBigUint64(subscription, true), true);
    memory.setUint16(event + 8, 0, true);
    memory.setUint8(event + 10, 0);
    memory.setUint32(happened, 1, true);
    return 0;
  };
}
