import { invalidField } from './check.ts';
import { paid } from './flow.ts';
import type { Req } from './http.ts';
import { usd } from './money.ts';
import type { Route } from './router.ts';

const DATA_PRICE = usd('0.006');
const COINS_PRICE = usd('0.002');

function read(path: string, amount: bigint, check: (req: Req) => unknown, show: (req: Req) => unknown): Route {
  return paid<unknown>({
    method: 'GET',
    path: `/api/v1/{defidata}/${path}`,
    summary: `DeFi data: ${path}`,
    price: { mode: 'fixed', amount },
    fixed: { amount },
    handles: ['empty'],
    check,
    run: (_input, call) => ({ body: () => (call.turn.outcome === 'empty' ? [] : show(call.req)) }),
  });
}

function coinsOf(req: Req): string[] {
  const coins = (req.params.coins ?? '').split(',').map((coin) => coin.trim());
  if (coins.some((coin) => coin === '')) throw invalidField('coins', 'must be coin ids separated by commas');
  return coins;
}

const nothing = () => undefined;

/** DeFi data. */
export const defiRoutes: Route[] = [
  read('protocols', DATA_PRICE, nothing, () => [
    { slug: 'harbor', name: 'Harbor', tvl: 1_200_000 },
    { slug: 'quay', name: 'Quay', tvl: 800_000 },
  ]),
  read('protocol/{slug}', DATA_PRICE, nothing, (req) => ({
    slug: req.params.slug,
    name: req.params.slug,
    tvl: 1_200_000,
  })),
  read('chains', DATA_PRICE, nothing, () => [
    { name: 'Base', tvl: 3_000_000 },
    { name: 'Ethereum', tvl: 60_000_000 },
  ]),
  read('yields', DATA_PRICE, nothing, () => [{ pool: 'harbor-usdc', apy: 4.2 }]),
  read('prices/{coins}', COINS_PRICE, coinsOf, (req) => ({ coins: coinsOf(req).map((coin) => ({ coin, price: 1 })) })),
];
