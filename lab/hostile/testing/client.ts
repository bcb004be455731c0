import { base58ToBin } from '@bitauth/libauth';
import { solanaWallet } from '@tollwright/runtime/client/solana-wallet';
import type { Wallet } from '@tollwright/runtime/client/wallet';
import { addressOfSecret, signWith } from '@tollwright/runtime/payment/svm/key';
import { privateKeyToAccount } from 'viem/accounts';
import { createClient } from '#generated/client/client.ts';
import { hosts } from '#generated/hosts/index.ts';

/** The environment in which `conform-client` describes the call that a client has to make. */
export interface ClientEnvironment {
  readonly TOLLWRIGHT_URL: string;
  readonly TOLLWRIGHT_HOST: string;
  readonly TOLLWRIGHT_KIND: string;
  readonly TOLLWRIGHT_OPERATION: string;
  readonly TOLLWRIGHT_BODY?: string;
  readonly PAY_TO: string;
  readonly PAYER_KEY: string;
  readonly API_KEY: string;
}

/** Makes the call with the generated client; rejects if the client refuses the response. */
export async function makeCall(environment: ClientEnvironment): Promise<void> {
  const host = hosts[environment.TOLLWRIGHT_HOST];
  if (!host) throw new Error(`There is no host ${environment.TOLLWRIGHT_HOST}.`);
  const client = createClient({
    host,
    baseUrl: environment.TOLLWRIGHT_URL,
    wallet: walletOf(environment.PAYER_KEY),
    apiKey: environment.API_KEY,
    payTo: environment.PAY_TO,
    budget: '5',
    maxBytes: 4_000_000,
    timeout: 5_000,
  });
  const name = environment.TOLLWRIGHT_OPERATION.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const kinds: Readonly<Record<string, string>> = {
    stream: `stream${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    job: `${name}AndWait`,
  };
  const method: unknown = Reflect.get(client, kinds[environment.TOLLWRIGHT_KIND] ?? name);
  if (typeof method !== 'function')
    throw new Error(`The client has no method for ${environment.TOLLWRIGHT_OPERATION}.`);
  const parts = environment.TOLLWRIGHT_BODY === undefined ? [] : [JSON.parse(environment.TOLLWRIGHT_BODY)];
  if (environment.TOLLWRIGHT_KIND === 'stream') {
    for await (const _ of method(...parts));
    return;
  }
  const { data } = await method(...parts, { interval: 5, patience: 1_000 });
  if (data?.status === 'failed') throw new Error(`The job failed: ${JSON.stringify(data.error)}`);
}

/** The wallet of a key: 64 bytes in base58 on Solana, hexadecimal elsewhere. */
function walletOf(key: string): Wallet {
  const secret = base58ToBin(key);
  if (typeof secret === 'object' && secret.length === 64) {
    return solanaWallet({
      address: addressOfSecret(secret) ?? '',
      signMessage: (message) => signWith(secret, message),
    });
  }
  const account = privateKeyToAccount(`0x${key.replace(/^0x/, '')}`);
  return { address: account.address, sign: account.signTypedData };
}
