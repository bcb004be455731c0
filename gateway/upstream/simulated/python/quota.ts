import { type Inode, OpenFile, type WASI } from '@bjorn3/browser_wasi_shim';
import { sizeOf } from './files.ts';

/** Errors of WASI. */
const noSpace = 51;
const notSupported = 58;

/** Bytes that a new file or directory counts for. */
const entry = 512;

/** Fails calls that would let all files together grow beyond `quota` bytes. */
export function boundFiles(wasi: WASI, tree: ReadonlyMap<string, Inode>, quota: number): void {
  let used = sizeOf(tree);

  /** Takes space; freed space is only measured when the quota is reached. */
  function take(bytes: number): boolean {
    if (bytes <= 0) return true;
    if (used + bytes > quota) used = sizeOf(tree);
    if (used + bytes > quota) return false;
    used += bytes;
    return true;
  }
  function grow(fd: number, end: (file: OpenFile) => bigint): boolean {
    const open = wasi.fds[fd];
    return !(open instanceof OpenFile) || take(Number(end(open) - open.file.size));
  }
  function guard(name: string, allowed: (...args: never[]) => boolean, error = noSpace): void {
    const call = wasi.wasiImport[name];
    wasi.wasiImport[name] = (...args: never[]) => (allowed(...args) ? call?.(...args) : error);
  }

  guard('fd_write', (fd: number, list: number, count: number) =>
    grow(fd, (open) => open.file_pos + lengthOf(wasi, list, count)),
  );
  guard('fd_pwrite', (fd: number, list: number, count: number, offset: bigint) =>
    grow(fd, () => offset + lengthOf(wasi, list, count)),
  );
  guard('fd_allocate', (fd: number, offset: bigint, length: bigint) => grow(fd, () => offset + length));
  guard('fd_filestat_set_size', (fd: number, size: bigint) => grow(fd, () => size));
  const creates = 1;
  guard('path_open', (_fd: number, _flags: number, _path: number, _length: number, how: number) =>
    (how & creates) === 0 ? true : take(entry),
  );
  guard('path_create_directory', () => take(entry));
  // One file under two names would be two after it is stored.
  guard('path_link', () => false, notSupported);
}

/** Bytes in a list of buffers of the program. */
function lengthOf({ inst }: WASI, list: number, count: number): bigint {
  const view = new DataView(inst.exports.memory.buffer);
  let total = 0n;
  for (let index = 0; index < count; index += 1) total += BigInt(view.getUint32(list + index * 8 + 4, true));
  return total;
}
