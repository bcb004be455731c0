import { keccak256 } from './keccak.ts';
import { recoverByWasm, recoverNatively } from './public-key.ts';

/** Half the order of the curve: a signature has a twin with the other half's `s`, and only the lower one counts. */
const highestS = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0';

const signatureText = /^0x[0-9a-f]{130}$/i;

/** True if a text has the form of a key's signature: 65 bytes in hexadecimal. */
export function isKeySignature(signature: string): boolean {
  return signatureText.test(signature);
}

const recoverKey = recoverNatively ?? recoverByWasm;

/**
 * Recovers the address that signed a digest, lower-case; undefined for an invalid signature.
 *
 * Only 65-byte signatures of a key are read. Those of contracts (EIP-1271, EIP-6492) would make the verifier
 * call code that the payer chose, and compact ones (EIP-2098) give one authorization two spellings.
 */
export function recoverSigner(digest: Uint8Array, signature: string): string | undefined {
  if (!isKeySignature(signature)) return undefined;
  // Hexadecimal texts of one length have the order of their numbers.
  if (signature.slice(66, 130).toLowerCase() > highestS) return undefined;

  const bytes = Buffer.from(signature.slice(2), 'hex');
  const recovery = recoveryId(bytes[64]);
  if (recovery === undefined) return undefined;
  const key = recoverKey(bytes.subarray(0, 64), recovery, digest);
  return key && `0x${Buffer.from(keccak256(key.subarray(1)).subarray(12)).toString('hex')}`;
}

function recoveryId(v: number | undefined): 0 | 1 | undefined {
  if (v === 0 || v === 27) return 0;
  if (v === 1 || v === 28) return 1;
  return undefined;
}
