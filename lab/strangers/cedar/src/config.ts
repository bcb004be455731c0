import { own } from './tables.ts';

/** What is ours alone: segments, payees, the asset and its signing domain. */
export type Host = 'base' | 'account';
export const config = { host: 'base' as Host, delayMs: 0, secret: 'cedar-poll-secret' };
export function prefix(): string {
  return config.host === 'base' ? '/api/v1' : '/v1';
}

export const SERVICE = 'cedar';
export const NETWORK = 'eip155:8453';
export const CHAIN_ID = 8453;
export const ASSET = '0xceda7100000000000000000000000000000c0de5';
export const DOMAIN = { name: 'Cedar Grove Dollar', version: '7' };
export const PAYEE = '0x7ceda90000000000000000000000000000000001';
/** Crypto data settles in full to its upstream partner: the partner is the payee. */
export const PARTNER = '0x9a12b00000000000000000000000000000000002';

export const segments = {
  websearch: 'lookout',
  sandbox: 'sandpit',
  cryptodata: 'coinscope',
  defidata: 'yieldmap',
  swap: 'swapper',
  social: 'chirp',
  venue_a: 'agora',
  venue_b: 'bourse',
  venue_c: 'curia',
  venue_d: 'delphi',
  venue_e: 'emporium',
};
/** Our own spelling of a placeholder of the documents, where it has one. */
export function segmentOf(name: string): string | undefined {
  return own<string>(segments, name);
}
