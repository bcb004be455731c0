/** Names of networks in x402 version 1, by the CAIP-2 ids that version 2 uses. */
const names: Readonly<Record<string, string>> = {
  'eip155:1328': 'sei testnet',
  'eip155:1329': 'sei',
  'eip155:137': 'polygon',
  'eip155:2741': 'abstract',
  'eip155:3338': 'peaq',
  'eip155:4689': 'iotex',
  'eip155:8453': 'base',
  'eip155:11124': 'abstract testnet',
  'eip155:43113': 'avalanche fuji',
  'eip155:43114': 'avalanche',
  'eip155:80002': 'polygon amoy',
  'eip155:84532': 'base sepolia',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana devnet',
};

/** Ids by the names in version 1, with hyphens between words. */
const ids = new Map(Object.entries(names).map(([id, name]) => [name.replaceAll(' ', '-'), id]));

/** The CAIP-2 id of a network. A gateway may use its name of version 1. */
export function networkId(name: string): string {
  return ids.get(name) ?? name;
}
