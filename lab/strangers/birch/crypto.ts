import { Fields } from './check.ts';
import { cryptoPaths, postPaths, requiredOf } from './crypto-paths.ts';
import { on } from './faults.ts';
import { paid } from './flow.ts';
import { parseObject } from './http.ts';
import { usd } from './money.ts';
import { profile } from './profile.ts';
import type { Route } from './router.ts';

const PRICE = usd('0.0085');

/** Crypto analytics. Every call settles in full to the upstream partner. */
export const cryptoRoutes: Route[] = Object.entries(cryptoPaths).flatMap(([category, names]) =>
  names.map((name) => {
    const path = `${category}/${name}`;
    const byPost = postPaths.includes(path);
    return paid<Record<string, unknown>>({
      method: byPost ? 'POST' : 'GET',
      path: `/api/v1/{cryptodata}/${path}`,
      summary: `Crypto data: ${path}`,
      price: { mode: 'fixed', amount: PRICE },
      handles: ['empty'],
      check: (req) => {
        if (byPost) return parseObject(req.body);
        const fields = Fields.ofQuery(req);
        for (const choice of requiredOf(category, name)) {
          if (choice.some((key) => fields.get(key))) continue;
          fields.fail(choice[0] ?? '', choice.length === 1 ? 'is required' : `one of ${choice.join(', ')} is required`);
        }
        fields.done();
        return { ...fields.body };
      },
      quote: () => ({
        amount: on('crypto-query-tier') && path === 'onchain/query' ? PRICE * 2n : PRICE,
        payTo: profile.partnerPayTo,
      }),
      run: (query, call) => ({
        body: () => ({
          endpoint: path,
          items: call.turn.outcome === 'empty' ? [] : [{ id: 1, note: 'Simulated row' }],
          query: byPost ? undefined : query,
        }),
      }),
    });
  }),
);
