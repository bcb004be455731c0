/** Networks of x402 version 1 by their usual names. Version 2 names them by their CAIP-2 ids. */
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

/** Ids by the names that version 1 writes, with hyphens between their words. */
const ids = new Map(Object.entries(names).map(([id, name]) => [name.replaceAll(' ', '-'), id]));

/** The CAIP-2 id of a network, which a gateway may name as version 1 does. */
export function networkId(name: string): string {
  return ids.get(name) ?? name;
}
