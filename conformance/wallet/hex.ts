/** Bytes in hexadecimal, `0x` before them. */
export type Hex = `0x${string}`;

/** An EVM address. */
export type Address = Hex;
