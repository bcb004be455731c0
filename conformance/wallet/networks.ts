/** Kinds of networks whose payments this suite can sign. */
export type NetworkKind = 'evm' | 'solana';

/** The kind of a CAIP-2 network; `undefined` for one whose payments this suite cannot sign. */
export function networkKind(network: unknown): NetworkKind | undefined {
  if (chainOf(network) !== undefined) return 'evm';
  return String(network).startsWith('solana:') ? 'solana' : undefined;
}

/** True for networks whose payments this suite can sign. */
export function canPayOn(network: string): boolean {
  return networkKind(network) !== undefined;
}

/** The EVM chain of a CAIP-2 network. */
export function chainOf(network: unknown): string | undefined {
  return /^eip155:(\d+)$/.exec(String(network))?.[1];
}
