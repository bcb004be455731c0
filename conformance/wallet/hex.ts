/** Bytes in hexadecimal, `0x` before them: keys, hashes and EVM addresses. */
export type Hex = `0x${string}`;
