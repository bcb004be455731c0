/** A local chain with the facilitators that sellers settle through. */

import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { createFacilitatorService } from '@tollwright/runtime/settle/facilitator-service';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { readStandard } from '#conformance/x402/standard.ts';
import { baseHost } from '#generated/hosts/base.ts';
import { type Chain, startChain } from '../chain/chain.ts';
import { networkOf, settlerOn } from '../chain/gateway.ts';
import { createOfficialFacilitator, serveOfficial } from '../chain/official-facilitator.ts';
import { listen } from './seller.ts';

/** The standard that sellers are judged by. */
export const standard = await readStandard(fileURLToPath(new URL('../../spec/standards', import.meta.url)));

/** Wallet that all sellers are paid into. */
export const payTo = `0x${'40'.repeat(20)}`;

/** A chain, two facilitators, and wallets. */
export interface Market {
  readonly chain: Chain;
  /** URLs by whose facilitator it is. */
  readonly facilitators: Readonly<Record<'official' | 'own', string>>;
  /** A new wallet with funds: its private key. */
  wallet(): Promise<`0x${string}`>;
  close(): Promise<void>;
}

/** Micro-USDC of a new wallet. */
export const funds = 10_000_000n;

/** Starts a market. */
export async function startMarket(): Promise<Market> {
  const host = networkOf(baseHost);
  const chain = await startChain(host);
  const settler = await settlerOn(chain, host);
  const serve = (answer: (request: Request) => Promise<Response>) => listen(createServer(getRequestListener(answer)));
  const official = await serve(serveOfficial(await createOfficialFacilitator(chain)));
  const own = await serve(createFacilitatorService({ network: host, settler }));
  return {
    chain,
    facilitators: { official: official.url, own: own.url },
    async wallet() {
      const key = generatePrivateKey();
      await chain.fund(privateKeyToAccount(key).address, funds);
      return key;
    },
    async close() {
      await Promise.all([official.close(), own.close()]);
      await settler.close();
      await chain.close();
    },
  };
}
