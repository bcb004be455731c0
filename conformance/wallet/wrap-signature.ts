import type { Hex } from './hex.ts';

/** The end of a wrapped signature. */
const mark = '6492'.repeat(16);

/** A contract that exists on most networks, and creates contracts for anyone (deterministic deployment proxy). */
const factory = '4e59b44847b379578588920ca78fbf26c0b4956c';

/** Wraps a signature as EIP-6492 describes: `(address factory, bytes call, bytes signature)` and its mark. */
export function wrapSignature(signature: Hex): Hex {
  const inner = signature.slice(2);
  const word = (value: number | string) => value.toString(16).padStart(64, '0');
  const call = word(0);
  const heads = [word(factory), word(3 * 32), word(3 * 32 + call.length / 2)];
  const padded = inner.padEnd(Math.ceil(inner.length / 64) * 64, '0');
  return `0x${[...heads, call, word(inner.length / 2), padded, mark].join('')}`;
}
