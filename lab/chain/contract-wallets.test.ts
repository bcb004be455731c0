/** Payments of wallets that are contracts (EIP-1271, EIP-6492) on a real EVM. */

import type { EvmSettler } from '@tollwright/runtime/settle/evm';
import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { baseHost } from '#generated/hosts/base.ts';
import { evms } from './anvil.ts';
import { type Chain, place, startChain } from './chain.ts';
import { compile } from './compile.ts';
import { networkOf, settlerOn } from './gateway.ts';
import { payee, sendFrom, signPayment } from './payments.ts';

const host = networkOf(baseHost);
const funds = 1_000_000n;

let chain: Chain;
let settler: EvmSettler;
let account: PrivateKeyAccount;

describe.each(await evms())('on %s', (_, startEvm) => {
  beforeAll(async () => {
    chain = await startChain(host, startEvm);
    settler = await settlerOn(chain, host);
  });
  afterAll(async () => {
    await settler.close();
    await chain.close();
  });

  const sign = (signing = {}) => signPayment(chain, host, account, signing);

  describe('a wallet that is a contract', () => {
    const factoryAbi = parseAbi([
      'function make(address) returns (address)',
      'function addressOf(address) view returns (address)',
      'function calls(address) view returns (uint256)',
    ]);
    let factory: Address;
    let wallet: Address;

    beforeEach(async () => {
      account = privateKeyToAccount(generatePrivateKey());
      factory = privateKeyToAccount(generatePrivateKey()).address;
      await place(chain.rpc, factory, await compile('wallets.sol', 'Factory'), []);
      const asked = encodeFunctionData({ abi: factoryAbi, functionName: 'addressOf', args: [account.address] });
      const answer = String(await chain.rpc('eth_call', { to: factory, data: asked }, 'latest'));
      wallet = `0x${answer.slice(-40)}`;
      await chain.fund(wallet, funds);
    });

    const make = () => encodeFunctionData({ abi: factoryAbi, functionName: 'make', args: [account.address] });
    const isWallet = {
      authorization: {
        get from() {
          return wallet;
        },
      },
    };
    const wrapped = (signature: string) =>
      `${encodeAbiParameters([{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }], [factory, make(), signature as Hex])}${'6492'.repeat(16)}`;

    test('pays with a signature that it accepts, bare or wrapped', async () => {
      await sendFrom(chain, make(), factory);
      for (const tampering of [isWallet, { ...isWallet, signature: wrapped }]) {
        const payment = await sign({ settler, tampering });
        expect(await settler.refusal(payment)).toBeUndefined();
        expect((await settler.settle(payment, 'POST /a')).outcome).toBe('settled');
      }
      expect(await chain.balance(payee)).toBe(2000n);
      expect(await chain.balance(wallet)).toBe(funds - 2000n);
    });

    test('is refused with the signature of another key, and while it does not exist: the settler does not make it', async () => {
      await expect(sign({ settler, tampering: { ...isWallet, signature: wrapped } })).rejects.toThrow(/does not match/);
      await sendFrom(chain, make(), factory);
      account = privateKeyToAccount(generatePrivateKey());
      await expect(sign({ settler, tampering: isWallet })).rejects.toThrow(/does not match/);
      const asked = encodeFunctionData({ abi: factoryAbi, functionName: 'calls', args: [settler.account as Address] });
      expect(BigInt(String(await chain.rpc('eth_call', { to: factory, data: asked }, 'latest')))).toBe(0n);
    });
  });
});
