/** Types of the WebAssembly API that is used here; TypeScript has them only for browsers. */
interface Engine {
  compile(bytes: Uint8Array): Promise<WasmModule>;
  Instance: new (module: WasmModule, imports: WasmImports) => WasmInstance;
}

/** A compiled module. Threads may share one. */
export interface WasmModule {
  readonly [Symbol.toStringTag]: string;
}

/** Functions that a module may call, by its name for their source and by their own. */
export type WasmImports = Readonly<Record<string, Readonly<Record<string, (...args: never[]) => unknown>>>>;

/** A WASI command with its memory. */
export interface WasmInstance {
  readonly exports: { readonly memory: { readonly buffer: ArrayBuffer }; _start(): unknown };
}

declare const WebAssembly: Engine;

/** Compiles a module, function by function as they are first called. */
export function compile(bytes: Uint8Array): Promise<WasmModule> {
  return WebAssembly.compile(bytes);
}

/** Links a module that is a WASI command with what it imports. */
export function link(module: WasmModule, imports: WasmImports): WasmInstance {
  return new WebAssembly.Instance(module, imports);
}
