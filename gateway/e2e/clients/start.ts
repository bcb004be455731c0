import { payingFetch } from '@tollwright/runtime/client/paying-fetch';
import { ExactEvmScheme } from '@x402/evm';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { hosts } from '#generated/hosts/index.ts';
import { serving } from '../../testing/serving.ts';

/** A gateway as `tollwright serve` starts it, and what pays it. */
export interface Served<Payer> {
  readonly url: string;
  readonly payer: Payer;
  stop(): Promise<void>;
}

/** Serves a host that is paid per call, to a new wallet with ten dollars. */
export async function serveToWallet(): Promise<
  Served<{ readonly key: `0x${string}`; readonly account: PrivateKeyAccount }>
> {
  const key = generatePrivateKey();
  const account = privateKeyToAccount(key);
  const served = await serving(['--host', 'base', '--fund', `${account.address}=10`]);
  return { ...served, payer: { key, account } };
}

/** Serves the account host, to a key with ten dollars. */
export async function serveToKey(): Promise<Served<string>> {
  const key = 'sk_of_official_clients';
  return { ...(await serving(['--host', 'account', '--api-key', `${key}=10`])), payer: key };
}

/** `fetch` that pays with the official x402 client. */
export function officialFetch(account: PrivateKeyAccount): typeof fetch {
  return wrapFetchWithPaymentFromConfig(fetch, {
    schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(account) }],
  });
}

/** `fetch` that pays with the client of the runtime, which refuses quotes above its own estimate. */
export function ownFetch(baseUrl: string, account: PrivateKeyAccount): typeof fetch {
  const { base: host } = hosts;
  if (!host) throw new Error('There is no host of that name.');
  const wallet = { address: account.address, sign: account.signTypedData };
  return payingFetch({ host, baseUrl, wallet, budget: '5' });
}
