import type { DataRequest } from '../../data-port.ts';
import { randomFrom } from '../../seeded-random.ts';
import { hexDigits } from './shape.ts';

/** Responses of a swap service: prices and quotes for amounts, an id for what is submitted, the rest unchanged. */
export function swap({ resource, parameters }: DataRequest, now: number, seed: number): unknown {
  const random = randomFrom([seed, 'swap', resource, parameters]);
  const operation = resource.split('/').at(-1) ?? '';
  const sell = /^\d{1,60}$/.test(String(parameters.sellAmount)) ? BigInt(String(parameters.sellAmount)) : 1_000_000n;
  const rate = BigInt(random.integer(900, 1100));
  const price = {
    liquidityAvailable: true,
    sellToken: parameters.sellToken ?? 'USDC',
    buyToken: parameters.buyToken ?? 'ETH',
    sellAmount: sell.toString(),
    buyAmount: ((sell * rate) / 1000n).toString(),
    gas: String(random.integer(120_000, 260_000)),
  };
  switch (operation) {
    case 'price':
      return price;
    case 'quote':
      return {
        ...price,
        transaction: {
          to: `0x${hexDigits(parameters, 20)}`,
          data: `0x${hexDigits([parameters, 'data'], 32)}`,
          value: '0',
        },
      };
    case 'submit':
      return { tradeHash: `0x${hexDigits([parameters, now], 32)}`, status: 'submitted' };
    default:
      return { path: resource, status: 'confirmed', at: Math.floor(now / 1000) };
  }
}
