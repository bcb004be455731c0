import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';

/** Seed of every property in one run; set SEED to repeat a failure. */
const seed = Number(process.env.SEED ?? 20261121);

fc.configureGlobal({ seed });

// Tests start some hundred processes from the same sources, where the command keeps what it compiles as well.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
