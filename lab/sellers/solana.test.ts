/** Healthy sellers that are paid on Solana pass, with the official facilitator on a local chain. */

import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { addressOfSecret, randomSecret } from '@tollwright/runtime/payment/svm/key';
import { x402Facilitator } from '@x402/core/facilitator';
import { toFacilitatorSvmSigner } from '@x402/svm';
import { ExactSvmScheme } from '@x402/svm/exact/facilitator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judgeSeller } from '#conformance/x402/judge.ts';
import { solanaHost } from '#generated/hosts/solana.ts';
import { networkOf } from '../chain/gateway.ts';
import { serveOfficial } from '../chain/official-facilitator.ts';
import { type SolanaChain, startSolana } from '../chain/solana.ts';
import { wrongIn } from './judged.ts';
import { standard } from './market.ts';
import { listen, middlewares, type RunningSeller } from './seller.ts';
import { services } from './services.ts';

const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const;
const payTo = addressOfSecret(randomSecret()) ?? '';

let chain: SolanaChain;
let facilitator: RunningSeller;
beforeAll(async () => {
  chain = await startSolana(networkOf(solanaHost));
  await chain.fund(payTo, 0n);
  const signer = await createKeyPairSignerFromBytes(randomSecret());
  chain.endow(signer.address);
  const scheme = new ExactSvmScheme(toFacilitatorSvmSigner(signer, { defaultRpcUrl: chain.url }));
  facilitator = await listen(
    createServer(getRequestListener(serveOfficial(new x402Facilitator().register(network, scheme)))),
  );
});
afterAll(async () => {
  await facilitator.close();
  await chain.close();
});

const sellers = Object.entries(middlewares).flatMap(([name, start]) =>
  services.map((service) => ({ name, start, service })),
);

describe.each(sellers)('$service.name on $name', ({ start, service }) => {
  let seller: RunningSeller;
  beforeAll(async () => {
    seller = await start({ service, payTo, facilitator: facilitator.url, network });
  });
  afterAll(() => seller.close());

  test.each([1, 2, 3])('is not accused with seed %i', async (seed) => {
    for (const level of ['free', 'paid'] as const) {
      const secret = randomSecret();
      const wallet = addressOfSecret(secret) ?? '';
      await chain.fund(wallet, 10_000_000n);
      // Official sellers name no block in their offers.
      const env = { PAYER_KEY: JSON.stringify([...secret]), SOLANA_RPC_URL: chain.url };
      const { report } = await judgeSeller({ standard, url: seller.url, seed, level, rpc: chain.url, env });
      expect(wrongIn(report, level === 'free' ? 12 : 20)).toEqual([]);
      const spent = 10_000_000n - (await chain.balance(wallet));
      expect(Number(spent) / 1e6).toBeCloseTo(Number(report.summary.spent_usd), 6);
    }
  });
});
