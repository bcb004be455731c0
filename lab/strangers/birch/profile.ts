import { options } from './options.ts';

/** What differs between the hosts: network, token, addresses. */
export interface Profile {
  network: string;
  chainId: number;
  asset: `0x${string}`;
  domainName: string;
  domainVersion: string;
  payTo: `0x${string}`;
  /** Crypto-data calls settle in full to the upstream partner. */
  partnerPayTo: `0x${string}`;
}

const base: Profile = {
  network: 'eip155:8453',
  chainId: 8453,
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  domainName: 'USD Coin',
  domainVersion: '2',
  payTo: '0x5b1e0dc4f7a96a4c1f2f0a9e5d3c8b7a6f4e2d1c',
  partnerPayTo: '0x9c3d27e1a85b40f6d2c71e0b8a4f5d6392e7c1ab',
};

const test: Profile = {
  network: 'eip155:84532',
  chainId: 84532,
  // The documents say "free test USDC" and name no contract: this deployment has a token of its own.
  asset: '0x7e57c01200000000000000000000000000b1c4a0',
  domainName: 'Birch Test Dollar',
  domainVersion: '1',
  payTo: '0x41d0c2b6a8e79f3510d4b7c6e2f1a09385d7c6b4',
  partnerPayTo: '0x6a2f91d4c8b3e7051d9c4a6f2e80b7d35c1f9e48',
};

/** The profile of the host that this process plays. */
export const profile: Profile = options.host === 'base' ? base : test;

/** The fixed path segment behind each placeholder of the documents. */
export const segments: Record<string, string> = {
  websearch: 'farsight',
  sandbox: 'playpen',
  cryptodata: 'ledgerscope',
  defidata: 'yieldbook',
  swap: 'tradepath',
  venue_a: 'oddsmoor',
  venue_b: 'stakehall',
  venue_c: 'guesswell',
  venue_d: 'forecourt',
  venue_e: 'tossmark',
  social: 'chirpnet',
};

/** Where durable copies of media live. */
export const storage = 'https://media.birch.example';
/** The identity partner's page. */
export const kycUrl = 'https://verify.birch-id.example';
