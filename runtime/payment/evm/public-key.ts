import { createRequire } from 'node:module';
import { secp256k1 } from '@bitauth/libauth';

/** Finds the uncompressed public key that made a signature (r and s) of a digest; undefined when none can have made it. */
export type RecoverKey = (signature: Uint8Array, recovery: 0 | 1, digest: Uint8Array) => Uint8Array | undefined;

/** Recovers in WebAssembly, which is available everywhere. */
export const recoverByWasm: RecoverKey = (signature, recovery, digest) => {
  const key = secp256k1.recoverPublicKeyUncompressed(signature, recovery, digest);
  return typeof key === 'string' ? undefined : key;
};

/**
 * Recovers with the same library in native code, in a third of the time. Undefined unless the optional peer `secp256k1` is
 * installed and built for this platform.
 */
export const recoverNatively: RecoverKey | undefined = loadNative();

/** The part of `secp256k1` that is used. */
interface Native {
  ecdsaRecover(signature: Uint8Array, recovery: number, digest: Uint8Array, compressed: boolean): Uint8Array;
}

function loadNative(): RecoverKey | undefined {
  let native: Native;
  try {
    // Its main module would fall back to JavaScript, which is slower than WebAssembly.
    native = createRequire(import.meta.url)('secp256k1/bindings.js');
  } catch {
    return undefined;
  }
  return (signature, recovery, digest) => {
    try {
      return native.ecdsaRecover(signature, recovery, digest, false);
    } catch {
      return undefined;
    }
  };
}
