/** Local chains behind one interface, so that each test runs on all of them. */

import type { PaymentDefinition } from '@tollwright/runtime/operation/host';
import type { Settler } from '@tollwright/runtime/payment/settler';
import { addressOfSecret, randomSecret } from '@tollwright/runtime/payment/svm/key';
import { createBatchSettler } from '@tollwright/runtime/settle/batches';
import { createSolanaWallet } from '@tollwright/runtime/testing/solana-wallet';
import { createWallet, offerIn } from '@tollwright/runtime/testing/wallet';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { baseHost } from '#generated/hosts/base.ts';
import { nanoHost } from '#generated/hosts/nano.ts';
import { solanaHost } from '#generated/hosts/solana.ts';
import { type BatchedChain, startBatched } from './batched.ts';
import { type Chain, startChain } from './chain.ts';
import { networkOf, settlerOn, solanaSettlerOn, type Tuning } from './gateway.ts';
import type { Node } from './node.ts';
import { startSolana } from './solana.ts';

/** A wallet of a test. */
export interface Payer {
  readonly address: string;
  /** Its secret key, as `PAYER_KEY` has it. */
  readonly key: string;
  /** The header that pays for a challenge. */
  pay(challenge: unknown): Promise<string>;
}

/** A chain with the wallet that is paid on it. */
export interface Local extends Node {
  /** Id of the host that is paid on it. */
  readonly host: string;
  readonly payment: PaymentDefinition;
  readonly payTo: string;
  /** Key of an account that pays for transactions. */
  readonly key: string;
  settler(tuning?: Omit<Tuning, 'key'>): Promise<Settler>;
  payer(): Payer;
  fund(wallet: string, amount: bigint): Promise<void>;
  balance(wallet: string): Promise<bigint>;
  stall(): Promise<void>;
  mine(): Promise<void>;
  /** Faults for sent transactions: the chain forgets those that wait for a block, or undoes the last block. */
  readonly disturb: Readonly<Record<string, () => Promise<void>>>;
}

/** The common part of EVM chains. */
async function evmParts(chain: Chain) {
  const key = generatePrivateKey();
  await chain.endow(privateKeyToAccount(key).address);
  let snapshot: unknown;
  return {
    payTo: privateKeyToAccount(generatePrivateKey()).address.toLowerCase(),
    key,
    async mine() {
      snapshot = await chain.rpc('evm_snapshot');
      await chain.rpc('evm_mine');
    },
    disturb: {
      async drops() {
        const { transactions } = Object(await chain.rpc('eth_getBlockByNumber', 'pending', false));
        for (const hash of transactions) await chain.rpc('hardhat_dropTransaction', hash);
      },
      reorganizes: async () => void (await chain.rpc('evm_revert', snapshot)),
    },
  };
}

/** Signs the offers of a challenge, under the domain of the asset by default. */
function evmPayer(domain: Readonly<Record<string, unknown>> = {}): Payer & { readonly account: PrivateKeyAccount } {
  const key = generatePrivateKey();
  const account = privateKeyToAccount(key);
  const { address, sign } = createWallet(account);
  const pay = (challenge: unknown) => sign(offerIn(challenge), Math.floor(Date.now() / 1000), { domain });
  return { address, key, account, pay };
}

/** Starts the chain of host `base`. */
export async function startLocalEvm(): Promise<Local> {
  const payment = networkOf(baseHost);
  const chain = await startChain(payment);
  const parts = await evmParts(chain);
  const { key } = parts;
  const settler = (tuning: Omit<Tuning, 'key'> = {}) => settlerOn(chain, payment, { ...tuning, key });
  return Object.assign(chain, { host: 'base', payment, ...parts, settler, payer: () => evmPayer() });
}

/** Starts the chain of host `nano`, whose wallets hold their funds as deposits. */
export async function startLocalBatched(): Promise<Local & BatchedChain> {
  const payment = networkOf(nanoHost);
  const chain = await startBatched(payment);
  const parts = await evmParts(chain);
  const { key } = parts;
  const accounts = new Map<string, PrivateKeyAccount>();
  const { balance } = chain;
  return Object.assign(chain, {
    host: 'nano',
    payment,
    ...parts,
    settler: ({ poll = 20, confirmations = 1 }: Omit<Tuning, 'key'> = {}) =>
      createBatchSettler({
        network: payment,
        rpc: chain.url,
        key,
        interval: 200,
        confirmations,
        poll,
      }),
    payer() {
      const payer = evmPayer({ verifyingContract: chain.wallet });
      accounts.set(payer.address, payer.account);
      return payer;
    },
    async fund(wallet: string, amount: bigint) {
      const account = accounts.get(wallet);
      if (!account) throw new Error(`${wallet} is no wallet of this test.`);
      await chain.deposit(account, amount);
    },
    balance: (wallet: string) => (accounts.has(wallet) ? chain.deposited(wallet) : balance(wallet)),
  });
}

/** Starts the chain of host `solana`. */
export async function startLocalSolana(): Promise<Local> {
  const payment = networkOf(solanaHost);
  const chain = await startSolana(payment);
  const secret = randomSecret();
  chain.endow(addressOfSecret(secret) ?? '');
  const key = JSON.stringify([...secret]);
  const payTo = addressOfSecret(randomSecret()) ?? '';
  await chain.fund(payTo, 0n);
  return Object.assign(chain, {
    host: 'solana',
    payment,
    payTo,
    key,
    settler: (tuning: Omit<Tuning, 'key'> = {}) => solanaSettlerOn(chain, payment, payTo, { ...tuning, key }),
    payer(): Payer {
      const secret = randomSecret();
      const { address, pay } = createSolanaWallet(secret);
      return { address, key: JSON.stringify([...secret]), pay: (challenge) => pay(challenge) };
    },
    stall: async () => chain.svm.stall(),
    mine: async () => chain.svm.mine(),
    // Most of the stake has voted for what is in a block here, so that nothing undoes it.
    disturb: { drops: async () => chain.svm.drop() },
  });
}

/** Starts each chain, by the host that is paid on it. */
export const localChains = { base: startLocalEvm, solana: startLocalSolana, nano: startLocalBatched };
