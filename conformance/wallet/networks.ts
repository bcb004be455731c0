/** Kinds of networks on which the suite can sign payments. */
export type NetworkKind = 'evm' | 'solana';

/** The kind of a CAIP-2 network; `undefined` where the suite cannot sign payments. */
export function networkKind(network: unknown): NetworkKind | undefined {
  if (chainOf(network) !== undefined) return 'evm';
  return String(network).startsWith('solana:') ? 'solana' : undefined;
}

/** True for networks on which the suite can sign payments. */
export function canPayOn(network: string): boolean {
  return networkKind(network) !== undefined;
}

/** The EVM chain id of a CAIP-2 network. */
export function chainOf(network: unknown): string | undefined {
  return /^eip155:(\d+)$/.exec(String(network))?.[1];
}
