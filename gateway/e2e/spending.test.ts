import { formatUsd, parseUsd } from '@tollwright/runtime/money/usd';
import { describe, expect, test } from 'vitest';
import { conform } from '#conformance/conform.ts';
import { addressOf, randomKey } from '#conformance/wallet/keys.ts';
import { type Gateway, startGateway } from '../start.ts';

const controlToken = 'a token of this test';
const funds = 1_000_000_000n;
const key = 'sk_of_the_user_of_this_test';

async function withGateway<T>(host: string, use: (gateway: Gateway) => Promise<T>): Promise<T> {
  const gateway = await startGateway({
    ...{ host, port: 0, controlPort: 0, controlToken },
    apiKeys: [{ key, balance: funds }],
  });
  try {
    return await use(gateway);
  } finally {
    await gateway.close();
  }
}

const ask = async (url: string, token: string) =>
  (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json();

const judge = (host: string, gateway: Gateway, env: Record<string, string>, maxSpend: string) =>
  conform({
    contract: `generated/contracts/${host}.json`,
    target: `generated/targets/${host}.yaml`,
    ...{ host, url: gateway.url, level: 'paid' as const, env, maxSpend, verdictsOnly: true },
    // Text, with streams; images, inline or as jobs that are polled with payments of their own.
    only: ['create-*', 'generate-image.*', 'poll-image.*', '*image-job*', 'search.*'],
  });

describe('what a run says it spent', () => {
  test.each(['100', '0.5'])('is what the balance of the API key lost, under a cap of %s USD', async (cap) => {
    await withGateway('account', async (gateway) => {
      const { summary } = await judge('account', gateway, { API_KEY: key }, cap);
      const { spent } = Object(await ask(`${gateway.url}/v1/balance`, key));
      expect(summary.spent_usd).toBe(spent);
      expect(parseUsd(summary.spent_usd) ?? 0n).toBeLessThanOrEqual(parseUsd(cap) ?? 0n);
    });
  });

  test.each(['100', '0.5'])('is what the ledger of the wallets shows, under a cap of %s USD', async (cap) => {
    await withGateway('base', async (gateway) => {
      const env = { PAYER_KEY: randomKey('evm'), OTHER_KEY: randomKey('evm') };
      const control = `${gateway.controlUrl}/control/v1`;
      const wallets = Object.values(env).map((wallet) => addressOf(wallet));
      for (const address of wallets) {
        await fetch(`${control}/fund`, {
          method: 'POST',
          headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
          body: JSON.stringify({ address, amount: String(funds) }),
        });
      }
      const { summary } = await judge('base', gateway, env, cap);
      let settled = 0n;
      for (const address of wallets) {
        const { transfers } = Object(await ask(`${control}/ledger?payer=${address}`, controlToken));
        for (const { amount } of transfers) settled += BigInt(amount);
      }
      expect(summary.spent_usd).toBe(formatUsd(settled));
      expect(settled).toBeLessThanOrEqual(parseUsd(cap) ?? 0n);
    });
  });
});
