import type { Json } from '../../../model/types.ts';
import type { Context, KindResult } from '../../kind.ts';
import type { ComparedOperation } from '../../side.ts';
import { CallPair } from '../calls/pair.ts';
import { comparePrices } from './compare-prices.ts';
import { movement } from './shifts.ts';

/** The price of an operation as a contract has it. */
export function useOf({ price }: ComparedOperation): Json {
  return price ? JSON.parse(JSON.stringify(price)) : null;
}

/** The effect on calls when an operation has another price than before. */
export function* operationPriceFound(way: 'raised' | 'lowered', { host, operation }: Context): Generator<KindResult> {
  if (!host || !operation?.before.price || !operation.after.price) return;
  const pair = new CallPair(host, operation);
  const moved = movement([{ pair, comparison: comparePrices(pair) }], `\`${operation.after.id}\``);
  if (!moved) return;
  if (!('movement' in moved)) yield { same: ['price'], by: moved.by };
  else if (moved.movement.endsWith('down') || moved.movement.includes('lowered') ? way === 'lowered' : way === 'raised')
    yield { ...moved.details, parts: ['price'] };
}
