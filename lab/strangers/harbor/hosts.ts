/** The two hosts that this gateway can be, and the vendor segments of its paths. */
import { getAddress } from 'viem';

export type HostName = 'base' | 'arc';

export interface Host {
  name: HostName;
  network: string;
  chainId: number;
  asset: `0x${string}`;
  /** The EIP-712 domain of the asset, which clients read from `accepts[].extra`. */
  domain: { name: string; version: string };
  payTo: `0x${string}`;
  /** Who receives the crypto-data payments. */
  partner: `0x${string}`;
}

export const HOSTS: Record<HostName, Host> = {
  base: {
    name: 'base',
    network: 'eip155:8453',
    chainId: 8453,
    asset: getAddress('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
    domain: { name: 'Harbor Dollar', version: '7' },
    payTo: getAddress('0x7b6d5c4e3f2a1b0c9d8e7f6a5b4c3d2e1f0a9b8c'),
    partner: getAddress('0x1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d'),
  },
  arc: {
    name: 'arc',
    network: 'eip155:5042',
    chainId: 5042,
    asset: getAddress('0x0000000000000000000000000000000000abc0de'),
    domain: { name: 'Arc Harbor Dollar', version: '1b' },
    payTo: getAddress('0x2c3d4e5f60718293a4b5c6d7e8f9012a3b4c5d6e'),
    partner: getAddress('0x1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d'),
  },
};

export const SEGMENTS = {
  websearch: 'beacon',
  sandbox: 'drydock',
  cryptodata: 'lanternfish',
  defidata: 'tideline',
  swap: 'ferry',
  venue_a: 'driftmark',
  venue_b: 'tidepool',
  venue_c: 'gullwing',
  venue_d: 'moorings',
  venue_e: 'capstan',
  social: 'gullchat',
} as const;

export type Segment = keyof typeof SEGMENTS;
