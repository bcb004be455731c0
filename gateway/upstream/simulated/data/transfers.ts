import type { DataRequest } from '../../data-port.ts';
import { hexDigits, isoTime } from './shape.ts';

/** Takes a deposit over the bridge to a venue. */
export function bridge({ venue, parameters }: DataRequest, now: number, seed: number): unknown {
  return {
    deposit_id: `dep_${hexDigits([seed, venue, parameters, now], 12)}`,
    status: 'pending',
    amount: String(parameters.amount),
    asset: 'USDC',
    from_network: 'base',
    address: parameters.address,
    expected_at: isoTime(now + 180_000),
  };
}

const lifetime = 300_000;

/** Opens an on-ramp for a wallet, once. */
export function onramp({ parameters }: DataRequest, now: number, seed: number): unknown {
  const token = hexDigits([seed, 'onramp', parameters, now], 16);
  return {
    token,
    url: `https://onramp.example/buy?token=${token}`,
    address: parameters.address,
    network: 'base',
    asset: 'USDC',
    expires_at: isoTime(now + lifetime),
  };
}
